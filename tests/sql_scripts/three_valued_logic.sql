# NULL in conditions, keys and sets.

CREATE TABLE t (id bigint PRIMARY KEY, a bigint, b bigint, UNIQUE (a, b))

INSERT INTO t VALUES (1, 1, 1), (2, 1, NULL), (3, NULL, NULL)

begin

SELECT id FROM t WHERE a = NULL
----
0 affected

SELECT id FROM t WHERE b IS NULL
----
2
3
2 affected

SELECT id FROM t WHERE b IS NOT NULL
----
1
1 affected

SELECT id FROM t WHERE NOT (b = 1)
----
0 affected

SELECT id FROM t WHERE b = 1 OR a = 1
----
1
2
2 affected

SELECT id FROM t WHERE b <> 1 OR b IS NULL
----
2
3
2 affected

SELECT id FROM t WHERE a IS DISTINCT FROM b
----
2
1 affected

SELECT id FROM t WHERE a IS NOT DISTINCT FROM b
----
1
3
2 affected

SELECT id FROM t WHERE b IN (1, NULL)
----
1
1 affected

SELECT id FROM t WHERE b NOT IN (2, NULL)
----
0 affected

SELECT id FROM t WHERE 5 NOT IN (SELECT b FROM t)
----
0 affected

SELECT NULL AND false, NULL AND true, NULL OR true, NULL OR false, NOT NULL
----
false | NULL | true | NULL | NULL
1 affected

SELECT (a = b) IS TRUE, (a = b) IS NOT TRUE, (a = b) IS FALSE FROM t ORDER BY id
----
true | false | false
false | true | false
false | true | false
3 affected

SELECT a, b FROM t ORDER BY b NULLS FIRST, a NULLS LAST
----
1 | NULL
NULL | NULL
1 | 1
3 affected

SELECT 1 + NULL, 'x' || NULL, COALESCE(NULL, NULL, 3)
----
NULL | NULL | 3
1 affected

SELECT COUNT(b), MAX(b) FROM t WHERE a IS NULL
----
0 | NULL
1 affected

# NULLs never collide in a unique key.
INSERT INTO t VALUES (4, 1, NULL), (5, NULL, NULL)
----
+ t (4, 1, NULL)
+ t (5, NULL, NULL)
2 affected

INSERT INTO t VALUES (6, 1, 1)
----
ERROR 23505

INSERT INTO t VALUES (7, 1, NULL) ON CONFLICT (a, b) DO NOTHING
----
+ t (7, 1, NULL)
1 affected

SELECT id FROM t WHERE a = $1
params null
----
0 affected
