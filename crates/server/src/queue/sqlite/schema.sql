CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- the oldest first
    key TEXT NOT NULL,
    question TEXT NOT NULL,
    task TEXT NOT NULL,
    urgent INTEGER NOT NULL,
    state TEXT NOT NULL,
    starts INTEGER NOT NULL,
    token TEXT,
    lease_end INTEGER, -- milliseconds since the file was opened
    progress TEXT,
    outcome TEXT,
    over INTEGER -- seconds since 1970
) STRICT;
CREATE UNIQUE INDEX runs_open ON runs (key) WHERE over IS NULL;
CREATE INDEX runs_queued ON runs (urgent DESC, id) WHERE state = 'queued';
CREATE INDEX runs_running ON runs (lease_end) WHERE state = 'running';
CREATE INDEX runs_over ON runs (over) WHERE over IS NOT NULL;

CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    client TEXT NOT NULL,
    open INTEGER NOT NULL,
    cancelled INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_of_run ON jobs (run);
CREATE INDEX jobs_open ON jobs (client) WHERE open = 1;

CREATE TABLE answers (
    question TEXT PRIMARY KEY,
    kept TEXT NOT NULL,
    since INTEGER NOT NULL -- seconds since 1970
) STRICT, WITHOUT ROWID;
