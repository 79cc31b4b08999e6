-- What the games of a match depend on; `key` is a digest of it.
CREATE TABLE matches (
    key TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,      -- of the empty board, JSON
    a TEXT NOT NULL,            -- the two players
    b TEXT NOT NULL,
    seed TEXT NOT NULL,         -- as text: it may have more than 63 bits
    settings TEXT NOT NULL      -- all of it, JSON
);
-- One row a game.
CREATE TABLE games (
    match TEXT NOT NULL REFERENCES matches (key),
    number INTEGER NOT NULL,    -- within the match, from 0; 2n and 2n + 1 share an opening
    seed TEXT NOT NULL,         -- of the match; with the number it decides all dice of the game
    white INTEGER NOT NULL,     -- 0: A was White, 1: B was
    winner INTEGER,             -- 0: A, 1: B, NULL: a draw
    how TEXT NOT NULL,          -- ring, bridge, fork ..., or forfeit
    complaint TEXT NOT NULL,    -- why the loser forfeited
    moves TEXT NOT NULL,        -- all of them, the opening too
    plies INTEGER GENERATED ALWAYS AS (CASE moves WHEN '' THEN 0 ELSE length(moves) - length(replace(moves, ' ', '')) + 1 END),
    differences INTEGER,        -- moves that the other player would have chosen differently, where it was asked
    began REAL NOT NULL,        -- seconds since 1970
    seconds REAL NOT NULL,      -- of the whole game
    a_moves INTEGER NOT NULL,   -- what A put into it
    a_seconds REAL NOT NULL,
    a_simulations INTEGER NOT NULL,
    b_moves INTEGER NOT NULL,
    b_seconds REAL NOT NULL,
    b_simulations INTEGER NOT NULL,
    code TEXT NOT NULL,         -- version of the package, and a digest of what chooses moves
    machine TEXT NOT NULL,
    UNIQUE (match, number)
);
-- Which rows of which experiments asked for a match.
CREATE TABLE lines (
    experiment TEXT NOT NULL,
    row TEXT NOT NULL,
    budget TEXT NOT NULL,
    match TEXT NOT NULL REFERENCES matches (key),
    games INTEGER NOT NULL,     -- how many were asked for
    position INTEGER NOT NULL,  -- of the row in its table
    source TEXT NOT NULL,       -- what finds the experiment again: its name, or the path of its file
    PRIMARY KEY (experiment, row, budget)
);
-- Runs under way, and the games that each of them has taken on.
CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    place TEXT NOT NULL,        -- host and process space
    process INTEGER NOT NULL,
    until REAL NOT NULL         -- when it is given up for dead, unless it shows life before
);
CREATE TABLE claims (
    match TEXT NOT NULL REFERENCES matches (key),
    number INTEGER NOT NULL,
    run TEXT NOT NULL REFERENCES runs (id),
    PRIMARY KEY (match, number)
);
