-- Everything that determines the games of a match; `key` is a digest of it.
CREATE TABLE matches (
    key TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,      -- of the board, JSON
    a TEXT NOT NULL,            -- the two players
    b TEXT NOT NULL,
    seed TEXT NOT NULL,         -- text, since it may exceed 63 bits
    settings TEXT NOT NULL      -- the complete match, JSON
);
-- One row per game.
CREATE TABLE games (
    match TEXT NOT NULL REFERENCES matches (key),
    number INTEGER NOT NULL,    -- within the match, from 0; games 2n and 2n + 1 share an opening
    seed TEXT NOT NULL,         -- of the match; with the number it determines all random numbers of the game
    white INTEGER NOT NULL,     -- 0: A played White, 1: B did
    winner INTEGER,             -- 0: A, 1: B, NULL: draw
    how TEXT NOT NULL,          -- ring, bridge, fork, ..., proof; forfeit, time or crash by the loser
    complaint TEXT NOT NULL,    -- reason of a forfeit
    moves TEXT NOT NULL,        -- all moves, including the opening; empty if only the result was loaded from a file
    plies INTEGER GENERATED ALWAYS AS (CASE moves WHEN '' THEN 0 ELSE length(moves) - length(replace(moves, ' ', '')) + 1 END),
    differences INTEGER,        -- moves for which the opponent would have chosen another one, if the match compares players
    began REAL NOT NULL,        -- start, in seconds since 1970
    seconds REAL NOT NULL,      -- duration
    a_moves INTEGER NOT NULL,   -- moves, thinking time and simulations of A
    a_seconds REAL NOT NULL,
    a_simulations INTEGER NOT NULL,
    b_moves INTEGER NOT NULL,   -- the same of B
    b_seconds REAL NOT NULL,
    b_simulations INTEGER NOT NULL,
    code TEXT NOT NULL,         -- version of the package, and a digest of the code that decides moves
    machine TEXT NOT NULL,
    a_engine TEXT NOT NULL DEFAULT '', -- name, version and digest of an external engine; empty for other players
    b_engine TEXT NOT NULL DEFAULT '',
    UNIQUE (match, number)
);
-- Rows of experiments and the matches they need.
CREATE TABLE lines (
    experiment TEXT NOT NULL,
    row TEXT NOT NULL,
    budget TEXT NOT NULL,
    match TEXT NOT NULL REFERENCES matches (key),
    games INTEGER NOT NULL,     -- requested number of games
    position INTEGER NOT NULL,  -- index of the row in its table
    source TEXT NOT NULL,       -- name of a shipped experiment, or path of a file
    until_decided INTEGER NOT NULL DEFAULT 0, -- whether the row stops at a verdict; `games` is then a limit
    PRIMARY KEY (experiment, row, budget)
);
-- Active runs, and the games leased by each of them.
CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    place TEXT NOT NULL,        -- host name and PID namespace
    process INTEGER NOT NULL,
    until REAL NOT NULL         -- when its leases expire by its own clock; changes with every renewal
);
CREATE TABLE claims (
    match TEXT NOT NULL REFERENCES matches (key),
    number INTEGER NOT NULL,
    run TEXT NOT NULL REFERENCES runs (id),
    PRIMARY KEY (match, number)
);
