# INSERT, its defaults and its constraints.

CREATE TABLE item (
  account text NOT NULL, path text NOT NULL, generation bigint NOT NULL,
  UNIQUE (account, path, generation))

CREATE TABLE job (
  id bigint PRIMARY KEY, state text NOT NULL DEFAULT 'new', tries bigint DEFAULT 0,
  done boolean NOT NULL DEFAULT false, CHECK (tries >= 0))

begin

INSERT INTO item (account, path, generation) VALUES ($1, $2, $3)
params 'acc', 'a.txt', 5
----
+ item ('acc', 'a.txt', 5)
1 affected

INSERT INTO item (account, path, generation) VALUES ('acc', 'b.txt', 5), ('acc', 'c.txt', 5)
----
+ item ('acc', 'b.txt', 5)
+ item ('acc', 'c.txt', 5)
2 affected

INSERT INTO item (account, path, generation) VALUES ('acc', 'a.txt', 5)
----
ERROR 23505

# The third row collides: the two before it are gone as well.
INSERT INTO item VALUES ('acc', 'x', 6), ('acc', 'y', 6), ('acc', 'a.txt', 5), ('acc', 'z', 6)
----
ERROR 23505

SELECT * FROM item
----
'acc' | 'a.txt' | 5
'acc' | 'b.txt' | 5
'acc' | 'c.txt' | 5
3 affected

INSERT INTO item (account, path) VALUES ('acc', 'a.txt')
----
ERROR 23502

INSERT INTO item VALUES ('acc', NULL, 1)
----
ERROR 23502

INSERT INTO job (id) VALUES (1)
----
+ job (1, 'new', 0, false)
1 affected

INSERT INTO job (id, tries) VALUES (3, -1)
----
ERROR 23514

# NULL is neither true nor false: a CHECK lets it pass.
INSERT INTO job (id, tries) VALUES (4, NULL)
----
+ job (4, 'new', NULL, false)
1 affected

INSERT INTO job (id, state) VALUES (5, 'run') RETURNING *
----
5 | 'run' | 0 | false
+ job (5, 'run', 0, false)
1 affected

INSERT INTO job (id, state) VALUES (6, 'a'), (7, 'b') RETURNING id
----
6
7
+ job (6, 'a', 0, false)
+ job (7, 'b', 0, false)
2 affected

INSERT INTO job (id) VALUES (1)
----
ERROR 23505

INSERT INTO job (id) VALUES (1) ON CONFLICT DO NOTHING
----
0 affected

INSERT INTO job (id) VALUES (1) ON CONFLICT (id) DO NOTHING RETURNING id
----
0 affected

INSERT INTO job (id) VALUES (1), (8) ON CONFLICT DO NOTHING RETURNING id
----
8
+ job (8, 'new', 0, false)
1 affected

INSERT INTO job (id, state) SELECT id + 100, state FROM job WHERE id < 5
----
+ job (101, 'new', 0, false)
+ job (104, 'new', 0, false)
2 affected

INSERT INTO job (id) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM job WHERE id = 1)
----
0 affected

INSERT INTO job (id) SELECT 9 WHERE NOT EXISTS (SELECT 1 FROM job WHERE id = 9)
----
+ job (9, 'new', 0, false)
1 affected

INSERT INTO item (account, path, generation)
SELECT account, path, generation + 1 FROM item WHERE account = $1
params 'acc'
----
+ item ('acc', 'a.txt', 6)
+ item ('acc', 'b.txt', 6)
+ item ('acc', 'c.txt', 6)
3 affected

SELECT COUNT(*) FROM item WHERE generation = (SELECT MAX(generation) FROM item)
----
3
1 affected

INSERT INTO nowhere VALUES (1)
----
ERROR 42P01

INSERT INTO job (id, nothing) VALUES (1, 2)
----
ERROR 42703
