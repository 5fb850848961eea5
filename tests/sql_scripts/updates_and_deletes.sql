# UPDATE and DELETE.

CREATE TABLE t (id bigint PRIMARY KEY, k bigint UNIQUE, v text, n bigint CHECK (n < 100))

CREATE TABLE other (id bigint PRIMARY KEY, v text)

INSERT INTO t VALUES (1, 10, 'a', 1), (2, 20, 'b', 2), (3, 30, 'c', 3)

INSERT INTO other VALUES (1, 'x'), (3, 'z')

begin

UPDATE t SET v = 'A' WHERE id = 1
----
~ t (1, 10, 'a', 1) -> (1, 10, 'A', 1)
1 affected

UPDATE t SET v = 'A' WHERE id = 9
----
0 affected

# The old values are seen on the right.
UPDATE t SET n = n + 1, v = v || n
----
~ t (1, 10, 'A', 1) -> (1, 10, 'A1', 2)
~ t (2, 20, 'b', 2) -> (2, 20, 'b2', 3)
~ t (3, 30, 'c', 3) -> (3, 30, 'c3', 4)
3 affected

UPDATE t SET n = n * 2 WHERE k > $1 RETURNING id, n
params 15
----
2 | 6
3 | 8
~ t (2, 20, 'b2', 3) -> (2, 20, 'b2', 6)
~ t (3, 30, 'c3', 4) -> (3, 30, 'c3', 8)
2 affected

UPDATE t SET v = (SELECT v FROM other o WHERE o.id = t.id)
----
~ t (1, 10, 'A1', 2) -> (1, 10, 'x', 2)
~ t (2, 20, 'b2', 6) -> (2, 20, NULL, 6)
~ t (3, 30, 'c3', 8) -> (3, 30, 'z', 8)
3 affected

UPDATE t SET v = 'in' WHERE id IN (SELECT id FROM other)
----
~ t (1, 10, 'x', 2) -> (1, 10, 'in', 2)
~ t (3, 30, 'z', 8) -> (3, 30, 'in', 8)
2 affected

UPDATE t SET k = 20 WHERE id = 1
----
ERROR 23505

UPDATE t SET n = 100 WHERE id = 1
----
ERROR 23514

UPDATE t SET id = NULL WHERE id = 2
----
ERROR 23502

# One row of several fails: none is changed.
UPDATE t SET n = n + 92
----
ERROR 23514

SELECT id, n FROM t ORDER BY id
----
1 | 2
2 | 6
3 | 8
3 affected

UPDATE t SET id = 5 WHERE id = 3
----
~ t (3, 30, 'in', 8) -> (5, 30, 'in', 8)
1 affected

UPDATE t SET v = v WHERE id = 1
----
~ t (1, 10, 'in', 2) -> (1, 10, 'in', 2)
1 affected

UPDATE t SET v = CASE WHEN id = 1 THEN 'one' ELSE NULL END, k = NULL
----
~ t (1, 10, 'in', 2) -> (1, NULL, 'one', 2)
~ t (2, 20, NULL, 6) -> (2, NULL, NULL, 6)
~ t (5, 30, 'in', 8) -> (5, NULL, NULL, 8)
3 affected

DELETE FROM t WHERE id = $1 RETURNING *
params 5
----
5 | NULL | NULL | 8
- t (5, NULL, NULL, 8)
1 affected

DELETE FROM t WHERE id = 5
----
0 affected

DELETE FROM t WHERE v IS NULL AND NOT EXISTS (SELECT 1 FROM other o WHERE o.id = t.id)
----
- t (2, NULL, NULL, 6)
1 affected

DELETE FROM other
----
- other (1, 'x')
- other (3, 'z')
2 affected

DELETE FROM other
----
0 affected

DELETE FROM t WHERE id < (SELECT MAX(id) FROM t)
----
0 affected

INSERT INTO other VALUES (1, 'back')
----
+ other (1, 'back')
1 affected

UPDATE t SET nothing = 1
----
ERROR 42703

DELETE FROM nowhere
----
ERROR 42P01
