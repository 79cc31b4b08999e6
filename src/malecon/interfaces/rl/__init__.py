"""Games as environments of reinforcement-learning libraries; `pip install "malecon[rl]"` installs these.

`pettingzoo_env.env` is a PettingZoo AEC environment of two agents, `gymnasium_env.MaleconEnv` a Gymnasium environment
against a player, and `openspiel_bot.new_bot` a player of Malecón as a bot of OpenSpiel.
"""
