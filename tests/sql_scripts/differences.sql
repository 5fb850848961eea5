# What SQLite does otherwise than PostgreSQL. The memory store follows PostgreSQL.

CREATE TABLE t (id bigint PRIMARY KEY, k bigint UNIQUE, v text, small integer)

INSERT INTO t VALUES (1, 1, 'Abc', 1), (2, 2, 'abd', 2), (3, 3, NULL, 3)

begin

# LIKE of ASCII letters ignores case.
SELECT id FROM t WHERE v LIKE 'ab%'
----
2
1 affected
---- sqlite
1
2
2 affected

# NULLs sort first.
SELECT v FROM t ORDER BY v
----
'Abc'
'abd'
NULL
3 affected
---- sqlite
NULL
'Abc'
'abd'
3 affected

# What an ORDER BY leaves open, SQLite settles by rowids, which no digest shows. Where the store
# cannot put such rows in canonical order, it refuses.
SELECT id FROM t LIMIT 1
----
1
1 affected
---- sqlite
BROKEN unsupported

SELECT id FROM t ORDER BY id % 2
----
2
1
3
3 affected
---- sqlite
BROKEN unsupported

# Division by zero is NULL.
SELECT 1 / 0
----
ERROR 22012
---- sqlite
NULL
1 affected

# Integers have 64 bits, whatever the column says.
UPDATE t SET small = 3000000000 WHERE id = 1
----
ERROR 22003
---- sqlite
~ t (1, 1, 'Abc', 1) -> (1, 1, 'Abc', 3000000000)
1 affected

# An integer that overflows turns into a REAL, which no column of the result can be.
SELECT 9223372036854775807 + k FROM t WHERE id = 1
----
ERROR 22003
---- sqlite
BROKEN unsupported

# An upsert may meet a row of its own statement.
INSERT INTO t (id, v) VALUES (4, 'x'), (4, 'y') ON CONFLICT (id) DO UPDATE SET v = excluded.v
----
ERROR 21000
---- sqlite
+ t (4, NULL, 'x', NULL)
~ t (4, NULL, 'x', NULL) -> (4, NULL, 'y', NULL)
2 affected

# A scalar subquery of several rows is its first row.
SELECT id FROM t WHERE id = (SELECT id FROM t WHERE id < 3 ORDER BY id)
----
ERROR 21000
---- sqlite
1
1 affected

# A cast of a text that is no number is 0, or its leading digits.
SELECT CAST(v AS bigint) FROM t WHERE id = 1
----
ERROR 22P02
---- sqlite
0
1 affected

# Not in SQLite's grammar, or not among its functions.
SELECT $1::bigint
params 1
----
1
1 affected
---- sqlite
BROKEN unsupported

INSERT INTO t (id, v) VALUES (6, DEFAULT)
----
+ t (6, NULL, NULL, NULL)
1 affected
---- sqlite
BROKEN unsupported

SELECT bool_and(id > 0) FROM t
----
true
1 affected
---- sqlite
BROKEN unsupported

SELECT GREATEST(1, 2)
----
2
1 affected
---- sqlite
BROKEN unsupported

SELECT now() - interval '15 minutes'
----
'1969-12-31 23:45:00+00'
1 affected
---- sqlite
BROKEN unsupported

# D1 has no transactions across statements.
BEGIN
----
0 affected
---- sqlite
ERROR 0A000

COMMIT
----
0 affected
---- sqlite
ERROR 0A000

SAVEPOINT s
----
ERROR 25P01
---- sqlite
ERROR 0A000
