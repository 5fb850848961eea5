# Several statements in one call are one atomic batch.

CREATE TABLE t (id bigint PRIMARY KEY, v text NOT NULL)

INSERT INTO t VALUES (1, 'a')

begin

INSERT INTO t VALUES (2, 'b');
UPDATE t SET v = 'A' WHERE id = 1;
SELECT COUNT(*) FROM t
----
2
+ t (2, 'b')
~ t (1, 'a') -> (1, 'A')
3 affected

# The last statement fails: the first two are undone.
DELETE FROM t WHERE id = 1;
INSERT INTO t VALUES (3, 'c'), (4, 'd');
INSERT INTO t VALUES (2, 'again')
----
ERROR 23505

SELECT * FROM t
----
1 | 'A'
2 | 'b'
2 affected

INSERT INTO t VALUES (3, 'c');
DELETE FROM t WHERE id = 3;
INSERT INTO t VALUES (3, 'd') RETURNING v
----
'd'
+ t (3, 'c')
- t (3, 'c')
+ t (3, 'd')
3 affected

DELETE FROM t;
INSERT INTO t VALUES (1, 'reloaded')
----
- t (1, 'A')
- t (2, 'b')
- t (3, 'd')
+ t (1, 'reloaded')
4 affected
