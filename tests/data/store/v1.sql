-- A project of file version 1.
PRAGMA foreign_keys = OFF;
BEGIN TRANSACTION;
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
INSERT INTO "artifact" VALUES(1,1,'scalars','{"id":"scalars","kind":"scalars","title":""}','{"command":"","experiment":"","input_hashes":[],"parameters":null,"plugin":"","plugin_version":"","program_version":"","seed":7}','00d788980c45190d4599e4cbdf71e4b4e93ae9d17da36dd31c5bf195f6c517de',0,2);
INSERT INTO "artifact" VALUES(2,1,'table','{"id":"table","kind":"table","title":""}','{"command":"","experiment":"","input_hashes":[],"parameters":null,"plugin":"","plugin_version":"","program_version":"","seed":7}','66c9fc49b7f749c6f78f793d63ac7573a5d29648cc735bc03b955a459159360a',0,3);
INSERT INTO "artifact" VALUES(3,1,'series','{"id":"series","kind":"series","title":""}','{"command":"","experiment":"","input_hashes":[],"parameters":null,"plugin":"","plugin_version":"","program_version":"","seed":7}','febbe24cb30708663d69f97a8adea6dbf439919d440cc58aab8dbcac5777459d',0,4);
INSERT INTO "artifact" VALUES(4,1,'matrix','{"id":"matrix","kind":"matrix","title":""}','{"command":"","experiment":"","input_hashes":[],"parameters":null,"plugin":"","plugin_version":"","program_version":"","seed":7}','8f06fd8ceddc8b7905c675a33e083c47a79f3f8a7280dc9674c15ee031acee75',0,5);
INSERT INTO "artifact" VALUES(5,1,'graph_set','{"id":"graph_set","kind":"graph_set","title":""}','{"command":"","experiment":"","input_hashes":[],"parameters":null,"plugin":"","plugin_version":"","program_version":"","seed":7}','ea20da06f35e49b21c8118d5e567cebeaff91c20edd139bb98aa658d20b2b6aa',0,6);
INSERT INTO "artifact" VALUES(6,1,'model','{"id":"model","kind":"model","title":""}','{"command":"","experiment":"","input_hashes":[],"parameters":null,"plugin":"","plugin_version":"","program_version":"","seed":7}','3df3c86aacf09df7b0626825cae343a68e2eed090be74661ee75938796641c9c',0,7);
INSERT INTO "artifact" VALUES(7,1,'files','{"id":"files","kind":"files","title":""}','{"command":"","experiment":"","input_hashes":[],"parameters":null,"plugin":"","plugin_version":"","program_version":"","seed":7}','587f170ced1e113b6bdc2d0126372a6b2e9f35973a072446c03faa2317e0c43b',0,8);
INSERT INTO "artifact" VALUES(8,1,'document','{"id":"document","kind":"document","title":""}','{"command":"","experiment":"","input_hashes":[],"parameters":null,"plugin":"","plugin_version":"","program_version":"","seed":7}','f20e63e4c72846a412f456ca75a3b97113fb595cebbc10a0fd23d740d36e1d01',0,9);
CREATE TABLE content (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    kind   TEXT NOT NULL,
    header TEXT NOT NULL,
    bytes  INTEGER NOT NULL
);
INSERT INTO "content" VALUES(1,'graph_set','{"directed":false,"edges":{"columns":[{"description":"","missing":false,"name":"bond_order","type":"real","unit":""}],"rows":2},"graphs":{"columns":[{"description":"","missing":false,"name":"id","type":"text","unit":""},{"description":"","missing":false,"name":"smiles","type":"text","unit":""},{"description":"","missing":false,"name":"solubility","type":"real","unit":"log mol/L"}],"rows":2},"id_column":"id","kind":"graph_set","label_attribute":"atomic_number","name":"two","nodes":{"columns":[{"description":"","missing":false,"name":"atomic_number","type":"integer","unit":""},{"description":"","missing":false,"name":"mass","type":"real","unit":""}],"rows":4},"structure_column":"smiles","target_column":"solubility"}',226);
INSERT INTO "content" VALUES(2,'scalars','{"items":[{"comparison":"20 % below","definition":"root of the mean square","headline":true,"id":"rmse","interval":{"kind":"95 % bootstrap","n":226},"label":"RMSE","lower_is_better":true,"unit":"log mol/L"},{"comparison":"","definition":"","headline":false,"id":"n","label":"Graphs","lower_is_better":false,"unit":""},{"comparison":"","definition":"","headline":false,"id":"r2","interval":{"kind":"jackknife","n":3},"label":"R²","lower_is_better":false,"unit":""}],"kind":"scalars"}',56);
INSERT INTO "content" VALUES(3,'table','{"columns":[{"description":"","missing":false,"name":"flag","type":"boolean","unit":""},{"description":"","missing":true,"name":"count","type":"integer","unit":""},{"description":"","missing":false,"name":"Löslichkeit","type":"real","unit":"log mol/L"},{"description":"as in the file","missing":false,"name":"name","type":"text","unit":""}],"kind":"table","rows":3}',119);
INSERT INTO "content" VALUES(4,'series','{"kind":"series","lines":[{"group":"ensemble","id":"ensemble/train","label":"train"},{"group":"ensemble","id":"ensemble/test","label":"test"},{"group":"","id":"empty","label":""}],"x":{"title":"iteration","unit":""},"y":{"title":"RMSE","unit":"log mol/L"}}',112);
INSERT INTO "content" VALUES(5,'matrix','{"column_axis":{"title":"stage","unit":""},"columns":3,"kind":"matrix","row_axis":{"title":"task","unit":""},"rows":2,"value_axis":{"title":"accuracy","unit":"%"}}',109);
INSERT INTO "content" VALUES(6,'graph_set','{"directed":false,"edges":{"columns":[{"description":"","missing":false,"name":"bond_order","type":"real","unit":""}],"rows":2},"graphs":{"columns":[{"description":"","missing":false,"name":"id","type":"text","unit":""},{"description":"","missing":false,"name":"smiles","type":"text","unit":""},{"description":"","missing":false,"name":"solubility","type":"real","unit":"log mol/L"}],"rows":2},"id_column":"id","kind":"graph_set","label_attribute":"atomic_number","name":"two","nodes":{"columns":[{"description":"","missing":false,"name":"atomic_number","type":"integer","unit":""},{"description":"","missing":false,"name":"mass","type":"real","unit":""}],"rows":4},"structure_column":"smiles","target_column":"solubility"}',226);
INSERT INTO "content" VALUES(7,'model','{"format":"pathboost-model","kind":"model","version":2}',59);
INSERT INTO "content" VALUES(8,'files','{"folder":"/runs/1","kind":"files"}',39);
INSERT INTO "content" VALUES(9,'document','{"kind":"document"}',18);
CREATE TABLE content_array (
    content  INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    dtype    TEXT NOT NULL,
    shape    TEXT NOT NULL,
    bytes    INTEGER NOT NULL,
    PRIMARY KEY (content, position)
) WITHOUT ROWID;
INSERT INTO "content_array" VALUES(1,0,'node_offsets','i64','[3]',24);
INSERT INTO "content_array" VALUES(1,1,'edge_offsets','i64','[3]',24);
INSERT INTO "content_array" VALUES(1,2,'edge_source','i32','[2]',8);
INSERT INTO "content_array" VALUES(1,3,'edge_target','i32','[2]',8);
INSERT INTO "content_array" VALUES(1,4,'nodes/columns/0/data','i64','[4]',32);
INSERT INTO "content_array" VALUES(1,5,'nodes/columns/1/data','f64','[4]',32);
INSERT INTO "content_array" VALUES(1,6,'edges/columns/0/data','f64','[2]',16);
INSERT INTO "content_array" VALUES(1,7,'graphs/columns/0/data/offsets','i64','[3]',24);
INSERT INTO "content_array" VALUES(1,8,'graphs/columns/0/data','utf8','[14]',14);
INSERT INTO "content_array" VALUES(1,9,'graphs/columns/1/data/offsets','i64','[3]',24);
INSERT INTO "content_array" VALUES(1,10,'graphs/columns/1/data','utf8','[4]',4);
INSERT INTO "content_array" VALUES(1,11,'graphs/columns/2/data','f64','[2]',16);
INSERT INTO "content_array" VALUES(2,0,'values','f64','[3]',24);
INSERT INTO "content_array" VALUES(2,1,'lower','f64','[2]',16);
INSERT INTO "content_array" VALUES(2,2,'upper','f64','[2]',16);
INSERT INTO "content_array" VALUES(3,0,'columns/0/data','u8','[3]',3);
INSERT INTO "content_array" VALUES(3,1,'columns/1/data','i64','[3]',24);
INSERT INTO "content_array" VALUES(3,2,'columns/1/valid','u64','[1]',8);
INSERT INTO "content_array" VALUES(3,3,'columns/2/data','f64','[3]',24);
INSERT INTO "content_array" VALUES(3,4,'columns/3/data/offsets','i64','[4]',32);
INSERT INTO "content_array" VALUES(3,5,'columns/3/data','utf8','[28]',28);
INSERT INTO "content_array" VALUES(4,0,'lines/0/x','f64','[3]',24);
INSERT INTO "content_array" VALUES(4,1,'lines/0/y','f64','[3]',24);
INSERT INTO "content_array" VALUES(4,2,'lines/0/lower','f64','[0]',0);
INSERT INTO "content_array" VALUES(4,3,'lines/0/upper','f64','[0]',0);
INSERT INTO "content_array" VALUES(4,4,'lines/1/x','f64','[2]',16);
INSERT INTO "content_array" VALUES(4,5,'lines/1/y','f64','[2]',16);
INSERT INTO "content_array" VALUES(4,6,'lines/1/lower','f64','[2]',16);
INSERT INTO "content_array" VALUES(4,7,'lines/1/upper','f64','[2]',16);
INSERT INTO "content_array" VALUES(4,8,'lines/2/x','f64','[0]',0);
INSERT INTO "content_array" VALUES(4,9,'lines/2/y','f64','[0]',0);
INSERT INTO "content_array" VALUES(4,10,'lines/2/lower','f64','[0]',0);
INSERT INTO "content_array" VALUES(4,11,'lines/2/upper','f64','[0]',0);
INSERT INTO "content_array" VALUES(5,0,'cells','f64','[2,3]',48);
INSERT INTO "content_array" VALUES(5,1,'row_labels/offsets','i64','[3]',24);
INSERT INTO "content_array" VALUES(5,2,'row_labels','utf8','[2]',2);
INSERT INTO "content_array" VALUES(5,3,'column_labels/offsets','i64','[4]',32);
INSERT INTO "content_array" VALUES(5,4,'column_labels','utf8','[3]',3);
INSERT INTO "content_array" VALUES(6,0,'node_offsets','i64','[3]',24);
INSERT INTO "content_array" VALUES(6,1,'edge_offsets','i64','[3]',24);
INSERT INTO "content_array" VALUES(6,2,'edge_source','i32','[2]',8);
INSERT INTO "content_array" VALUES(6,3,'edge_target','i32','[2]',8);
INSERT INTO "content_array" VALUES(6,4,'nodes/columns/0/data','i64','[4]',32);
INSERT INTO "content_array" VALUES(6,5,'nodes/columns/1/data','f64','[4]',32);
INSERT INTO "content_array" VALUES(6,6,'edges/columns/0/data','f64','[2]',16);
INSERT INTO "content_array" VALUES(6,7,'graphs/columns/0/data/offsets','i64','[3]',24);
INSERT INTO "content_array" VALUES(6,8,'graphs/columns/0/data','utf8','[14]',14);
INSERT INTO "content_array" VALUES(6,9,'graphs/columns/1/data/offsets','i64','[3]',24);
INSERT INTO "content_array" VALUES(6,10,'graphs/columns/1/data','utf8','[4]',4);
INSERT INTO "content_array" VALUES(6,11,'graphs/columns/2/data','f64','[2]',16);
INSERT INTO "content_array" VALUES(7,0,'document','utf8','[59]',59);
INSERT INTO "content_array" VALUES(8,0,'names/offsets','i64','[3]',24);
INSERT INTO "content_array" VALUES(8,1,'names','utf8','[15]',15);
INSERT INTO "content_array" VALUES(9,0,'markdown','utf8','[18]',18);
CREATE TABLE content_chunk (
    id       INTEGER PRIMARY KEY,
    content  INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    part     INTEGER NOT NULL,
    data     BLOB NOT NULL,
    UNIQUE (content, position, part)
);
INSERT INTO "content_chunk" VALUES(1,1,0,0,X'000000000000000003000000000000000400000000000000');
INSERT INTO "content_chunk" VALUES(2,1,1,0,X'000000000000000002000000000000000200000000000000');
INSERT INTO "content_chunk" VALUES(3,1,2,0,X'0000000001000000');
INSERT INTO "content_chunk" VALUES(4,1,3,0,X'0100000002000000');
INSERT INTO "content_chunk" VALUES(5,1,4,0,X'0600000000000000060000000000000008000000000000000600000000000000');
INSERT INTO "content_chunk" VALUES(6,1,5,0,X'1283C0CAA10528401283C0CAA1052840736891ED7CFF2F400000000000002840');
INSERT INTO "content_chunk" VALUES(7,1,6,0,X'000000000000F03F000000000000F83F');
INSERT INTO "content_chunk" VALUES(8,1,7,0,X'000000000000000007000000000000000E00000000000000');
INSERT INTO "content_chunk" VALUES(9,1,8,0,X'657468616E6F6C6D657468616E65');
INSERT INTO "content_chunk" VALUES(10,1,9,0,X'000000000000000003000000000000000400000000000000');
INSERT INTO "content_chunk" VALUES(11,1,10,0,X'43434F43');
INSERT INTO "content_chunk" VALUES(12,1,11,0,X'9A9999999999F13F00000000000000C0');
INSERT INTO "content_chunk" VALUES(13,2,0,0,X'000000000000E83F000000000000F87F000000000000F03F');
INSERT INTO "content_chunk" VALUES(14,2,1,0,X'666666666666E63F000000000000F0FF');
INSERT INTO "content_chunk" VALUES(15,2,2,0,X'9A9999999999E93F000000000000F03F');
INSERT INTO "content_chunk" VALUES(16,3,0,0,X'010001');
INSERT INTO "content_chunk" VALUES(17,3,1,0,X'FBFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFF7F');
INSERT INTO "content_chunk" VALUES(18,3,2,0,X'FDFFFFFFFFFFFFFF');
INSERT INTO "content_chunk" VALUES(19,3,3,0,X'9A9999999999B93F000000000000F87F000000000000F0FF');
INSERT INTO "content_chunk" VALUES(20,3,4,0,X'0000000000000000000000000000000012000000000000001C00000000000000');
INSERT INTO "content_chunk" VALUES(21,3,5,0,X'CEB22D6361726F74656E652C2022726564226C696E650A627265616B');
INSERT INTO "content_chunk" VALUES(22,4,0,0,X'0000000000000000000000000000F03F0000000000000040');
INSERT INTO "content_chunk" VALUES(23,4,1,0,X'0000000000000840000000000000F87F000000000000F03F');
INSERT INTO "content_chunk" VALUES(24,4,4,0,X'0000000000000000000000000000F03F');
INSERT INTO "content_chunk" VALUES(25,4,5,0,X'00000000000008400000000000000040');
INSERT INTO "content_chunk" VALUES(26,4,6,0,X'0000000000000040000000000000F03F');
INSERT INTO "content_chunk" VALUES(27,4,7,0,X'0000000000001040000000000000F07F');
INSERT INTO "content_chunk" VALUES(28,5,0,0,X'000000000000F03F000000000000004000000000000008400000000000001040000000000000F87F0000000000001840');
INSERT INTO "content_chunk" VALUES(29,5,1,0,X'000000000000000001000000000000000200000000000000');
INSERT INTO "content_chunk" VALUES(30,5,2,0,X'6162');
INSERT INTO "content_chunk" VALUES(31,5,3,0,X'0000000000000000010000000000000002000000000000000300000000000000');
INSERT INTO "content_chunk" VALUES(32,5,4,0,X'78797A');
INSERT INTO "content_chunk" VALUES(33,6,0,0,X'000000000000000003000000000000000400000000000000');
INSERT INTO "content_chunk" VALUES(34,6,1,0,X'000000000000000002000000000000000200000000000000');
INSERT INTO "content_chunk" VALUES(35,6,2,0,X'0000000001000000');
INSERT INTO "content_chunk" VALUES(36,6,3,0,X'0100000002000000');
INSERT INTO "content_chunk" VALUES(37,6,4,0,X'0600000000000000060000000000000008000000000000000600000000000000');
INSERT INTO "content_chunk" VALUES(38,6,5,0,X'1283C0CAA10528401283C0CAA1052840736891ED7CFF2F400000000000002840');
INSERT INTO "content_chunk" VALUES(39,6,6,0,X'000000000000F03F000000000000F83F');
INSERT INTO "content_chunk" VALUES(40,6,7,0,X'000000000000000007000000000000000E00000000000000');
INSERT INTO "content_chunk" VALUES(41,6,8,0,X'657468616E6F6C6D657468616E65');
INSERT INTO "content_chunk" VALUES(42,6,9,0,X'000000000000000003000000000000000400000000000000');
INSERT INTO "content_chunk" VALUES(43,6,10,0,X'43434F43');
INSERT INTO "content_chunk" VALUES(44,6,11,0,X'9A9999999999F13F00000000000000C0');
INSERT INTO "content_chunk" VALUES(45,7,0,0,X'7B22616E63686F7273223A5B2236222C2238225D2C22626967223A31652B3330302C226D65616E223A2D332E30352C226E6F6E65223A6E756C6C7D');
INSERT INTO "content_chunk" VALUES(46,8,0,0,X'000000000000000005000000000000000F00000000000000');
INSERT INTO "content_chunk" VALUES(47,8,1,0,X'612E7478747375622FC3BC2E62696E');
INSERT INTO "content_chunk" VALUES(48,9,0,0,X'2320546974656C0A0ACEB120E289A420CEB2');
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
INSERT INTO "dataset" VALUES(1,'two','graph_set',2,1,'{"entries":[{"action":"dropped","column":"smiles","count":1,"lines":[3],"reason":"RDKit cannot read it"}],"records_dropped":1,"records_read":3}','{"file_bytes":120,"file_name":"two.csv","file_sha256":"cd","options":{"separator":","},"path":"/data/two.csv","reader":"csv"}','ea20da06f35e49b21c8118d5e567cebeaff91c20edd139bb98aa658d20b2b6aa',1,0);
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
INSERT INTO "experiment" VALUES(1,'Next','pathboost','','{}','[]','5',0);
CREATE TABLE history (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    time TEXT NOT NULL,
    verb TEXT NOT NULL,
    text TEXT NOT NULL
);
INSERT INTO "history" VALUES(1,'2026-01-31T12:00:00.000Z','done','Import two.csv');
CREATE TABLE log (
    id    INTEGER PRIMARY KEY,
    run   INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    time  TEXT NOT NULL,
    level TEXT NOT NULL,
    text  TEXT NOT NULL
);
INSERT INTO "log" VALUES(1,1,'t','info','started');
CREATE TABLE report (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    title    TEXT NOT NULL,
    document TEXT NOT NULL,
    hidden   INTEGER NOT NULL DEFAULT 0
);
INSERT INTO "report" VALUES(1,'Report','{"title":"R"}',0);
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
INSERT INTO "run" VALUES(1,'Run α','pathboost','1.0.0','0.1.0','train','{"learning_rate":0.1,"patience":null}','18446744073709551557',2,'cpu','[{"content_sha256":"ab","input":"graphs","path":"/data/two.csv","reader_options":null,"reference":"dataset:1","title":"two.csv"}]','finished','','2026-01-31T12:00:00.000Z',1.5,1000000,0);
INSERT INTO "run" VALUES(2,'Run α','pathboost','1.0.0','0.1.0','train','{"learning_rate":0.1,"patience":null}','18446744073709551557',2,'cpu','[{"content_sha256":"ab","input":"graphs","path":"/data/two.csv","reader_options":null,"reference":"dataset:1","title":"two.csv"}]','running','','2026-01-31T12:00:00.000Z',1.5,1000000,0);
CREATE TABLE state (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "state" VALUES('window','3');
CREATE INDEX dataset_content ON dataset (content);
CREATE INDEX artifact_content ON artifact (content);
CREATE INDEX log_run ON log (run, id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('content',9);
INSERT INTO "sqlite_sequence" VALUES('dataset',1);
INSERT INTO "sqlite_sequence" VALUES('run',2);
INSERT INTO "sqlite_sequence" VALUES('artifact',8);
INSERT INTO "sqlite_sequence" VALUES('experiment',1);
INSERT INTO "sqlite_sequence" VALUES('report',1);
INSERT INTO "sqlite_sequence" VALUES('history',1);
COMMIT;
PRAGMA application_id = 1449751666;
PRAGMA user_version = 1;
