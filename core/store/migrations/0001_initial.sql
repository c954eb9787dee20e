-- A value taken apart: JSON description, and arrays in chunks of at most 4 MiB, little-endian.
CREATE TABLE content (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    kind   TEXT NOT NULL,
    header TEXT NOT NULL,
    bytes  INTEGER NOT NULL
);
CREATE TABLE content_array (
    content  INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    dtype    TEXT NOT NULL,
    shape    TEXT NOT NULL,
    bytes    INTEGER NOT NULL,
    PRIMARY KEY (content, position)
) WITHOUT ROWID;
CREATE TABLE content_chunk (
    id       INTEGER PRIMARY KEY,
    content  INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    part     INTEGER NOT NULL,
    data     BLOB NOT NULL,
    UNIQUE (content, position, part)
);

CREATE TABLE dataset (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    title        TEXT NOT NULL,
    kind         TEXT NOT NULL,
    records      INTEGER NOT NULL,
    molecular    INTEGER NOT NULL DEFAULT 0,
    ledger       TEXT NOT NULL,
    source       TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    content      INTEGER NOT NULL REFERENCES content (id),
    hidden       INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX dataset_content ON dataset (content);

CREATE TABLE experiment (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    title      TEXT NOT NULL,
    plugin     TEXT NOT NULL,
    experiment TEXT NOT NULL,
    parameters TEXT NOT NULL,
    inputs     TEXT NOT NULL,
    seed       TEXT NOT NULL,
    hidden     INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE run (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    title           TEXT NOT NULL,
    plugin          TEXT NOT NULL,
    plugin_version  TEXT NOT NULL,
    program_version TEXT NOT NULL,
    experiment      TEXT NOT NULL,
    parameters      TEXT NOT NULL,
    seed            TEXT NOT NULL,
    threads         INTEGER NOT NULL,
    device          TEXT NOT NULL,
    inputs          TEXT NOT NULL,
    state           TEXT NOT NULL,
    message         TEXT NOT NULL,
    created         TEXT NOT NULL,
    seconds         REAL NOT NULL,
    peak_bytes      INTEGER NOT NULL,
    hidden          INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE artifact (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    run          INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    output       TEXT NOT NULL,
    description  TEXT NOT NULL,
    fingerprint  TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    partial      INTEGER NOT NULL DEFAULT 0,
    content      INTEGER NOT NULL REFERENCES content (id),
    UNIQUE (run, output)
);
CREATE INDEX artifact_content ON artifact (content);

CREATE TABLE log (
    id    INTEGER PRIMARY KEY,
    run   INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    time  TEXT NOT NULL,
    level TEXT NOT NULL,
    text  TEXT NOT NULL
);
CREATE INDEX log_run ON log (run, id);

CREATE TABLE report (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    title    TEXT NOT NULL,
    document TEXT NOT NULL,
    hidden   INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE state (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE history (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    time TEXT NOT NULL,
    verb TEXT NOT NULL,
    text TEXT NOT NULL
);
