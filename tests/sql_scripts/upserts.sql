# ON CONFLICT DO UPDATE, with the forward-only pointer of the portal push.

CREATE TABLE state (account text PRIMARY KEY, generation bigint NOT NULL)

CREATE TABLE lease (name text PRIMARY KEY, holder text, expires bigint NOT NULL)

INSERT INTO state VALUES ('acc', 5)

begin

INSERT INTO state (account, generation) VALUES ($1, $2)
ON CONFLICT (account) DO UPDATE SET generation = excluded.generation
WHERE excluded.generation > state.generation
params 'acc', 6
----
~ state ('acc', 5) -> ('acc', 6)
1 affected

INSERT INTO state (account, generation) VALUES ($1, $2)
ON CONFLICT (account) DO UPDATE SET generation = excluded.generation
WHERE excluded.generation > state.generation
params 'acc', 4
----
0 affected

INSERT INTO state (account, generation) VALUES ($1, $2)
ON CONFLICT (account) DO UPDATE SET generation = excluded.generation
WHERE excluded.generation > state.generation
params 'other', 1
----
+ state ('other', 1)
1 affected

SELECT * FROM state ORDER BY account
----
'acc' | 6
'other' | 1
2 affected

INSERT INTO state VALUES ('acc', 1)
ON CONFLICT (account) DO UPDATE SET generation = state.generation + excluded.generation
RETURNING generation
----
7
~ state ('acc', 6) -> ('acc', 7)
1 affected

INSERT INTO state VALUES ('acc', 0)
ON CONFLICT (account) DO UPDATE SET generation = 99 WHERE false RETURNING generation
----
0 affected

INSERT INTO state VALUES ('acc', 20), ('new', 1)
ON CONFLICT (account) DO UPDATE SET generation = excluded.generation
----
~ state ('acc', 7) -> ('acc', 20)
+ state ('new', 1)
2 affected

# The update itself may break a constraint.
INSERT INTO state VALUES ('acc', 1) ON CONFLICT (account) DO UPDATE SET generation = NULL
----
ERROR 23502

INSERT INTO lease VALUES ('push', 'A', 100)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires = excluded.expires
WHERE lease.expires <= 50 RETURNING holder
----
'A'
+ lease ('push', 'A', 100)
1 affected

INSERT INTO lease VALUES ('push', 'B', 160)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires = excluded.expires
WHERE lease.expires <= 60 RETURNING holder
----
0 affected

INSERT INTO lease VALUES ('push', 'B', 160)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires = excluded.expires
WHERE lease.expires <= 100 RETURNING holder
----
'B'
~ lease ('push', 'A', 100) -> ('push', 'B', 160)
1 affected

INSERT INTO state SELECT name, expires FROM lease WHERE true
ON CONFLICT (account) DO UPDATE SET generation = 0
----
+ state ('push', 160)
1 affected

INSERT INTO state VALUES ('acc', 1) ON CONFLICT (generation) DO NOTHING
----
ERROR 42P10

SELECT * FROM state
----
'acc' | 20
'new' | 1
'other' | 1
'push' | 160
4 affected
