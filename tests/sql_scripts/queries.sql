# SELECT in the subset that both stores share.

CREATE TABLE dept (id bigint PRIMARY KEY, name text NOT NULL)

CREATE TABLE emp (
  id bigint PRIMARY KEY, dept_id bigint, name text NOT NULL, salary bigint, active boolean NOT NULL)

INSERT INTO dept VALUES (1, 'ops'), (2, 'dev'), (3, 'empty')

INSERT INTO emp VALUES
  (1, 1, 'ann', 100, true), (2, 1, 'bob', NULL, true), (3, 2, 'cid', 300, false),
  (4, NULL, 'dan', 50, true)

begin

SELECT * FROM dept
----
1 | 'ops'
2 | 'dev'
3 | 'empty'
3 affected

SELECT name, salary FROM emp WHERE id = $1
params 3
----
'cid' | 300
1 affected

# Parameters go by number, not by place.
SELECT name FROM emp WHERE salary > $2 AND dept_id = $1
params 1, 10
----
'ann'
1 affected

SELECT name FROM emp ORDER BY name DESC
----
'dan'
'cid'
'bob'
'ann'
4 affected

# What ORDER BY leaves open is settled by value.
SELECT active, name FROM emp ORDER BY active DESC
----
true | 'ann'
true | 'bob'
true | 'dan'
false | 'cid'
4 affected

SELECT name FROM emp ORDER BY id LIMIT 2
----
'ann'
'bob'
2 affected

SELECT name FROM emp ORDER BY id LIMIT 1 OFFSET 2
----
'cid'
1 affected

SELECT e.name, d.name FROM emp e JOIN dept d ON d.id = e.dept_id ORDER BY e.id
----
'ann' | 'ops'
'bob' | 'ops'
'cid' | 'dev'
3 affected

SELECT e.name, d.name FROM emp e LEFT JOIN dept d ON d.id = e.dept_id ORDER BY e.id
----
'ann' | 'ops'
'bob' | 'ops'
'cid' | 'dev'
'dan' | NULL
4 affected

SELECT d.name, e.name FROM dept d LEFT JOIN emp e ON e.dept_id = d.id AND e.active
----
'dev' | NULL
'empty' | NULL
'ops' | 'ann'
'ops' | 'bob'
4 affected

SELECT d.name FROM dept d CROSS JOIN emp e WHERE e.dept_id = d.id AND e.salary > 200
----
'dev'
1 affected

SELECT a.name, b.name FROM emp a JOIN emp b ON a.dept_id = b.dept_id AND a.id < b.id
----
'ann' | 'bob'
1 affected

SELECT COUNT(*), COUNT(salary), MIN(salary), MAX(salary) FROM emp
----
4 | 3 | 50 | 300
1 affected

SELECT COUNT(*), MAX(salary) FROM emp WHERE id > 100
----
0 | NULL
1 affected

SELECT MAX(name) FROM emp WHERE active
----
'dan'
1 affected

SELECT dept_id, COUNT(*) FROM emp GROUP BY dept_id
----
1 | 2
2 | 1
NULL | 1
3 affected

SELECT dept_id, COUNT(*) AS n FROM emp GROUP BY dept_id HAVING COUNT(*) > 1
----
1 | 2
1 affected

SELECT COUNT(DISTINCT dept_id) FROM emp
----
2
1 affected

SELECT DISTINCT active FROM emp
----
false
true
2 affected

SELECT name FROM emp WHERE dept_id IN (SELECT id FROM dept WHERE name = 'ops')
----
'ann'
'bob'
2 affected

SELECT name FROM dept WHERE id NOT IN (SELECT dept_id FROM emp)
----
0 affected

SELECT name FROM dept d WHERE NOT EXISTS (SELECT 1 FROM emp e WHERE e.dept_id = d.id)
----
'empty'
1 affected

SELECT name, (SELECT COUNT(*) FROM emp e WHERE e.dept_id = d.id) FROM dept d ORDER BY id
----
'ops' | 2
'dev' | 1
'empty' | 0
3 affected

SELECT (SELECT salary FROM emp WHERE id = 99)
----
NULL
1 affected

SELECT MAX(g) FROM (SELECT salary AS g FROM emp UNION ALL SELECT id FROM dept) AS u
----
300
1 affected

SELECT id FROM dept UNION ALL SELECT id FROM emp WHERE id < 3 ORDER BY id
----
1
1
2
2
3
5 affected

SELECT t.n FROM (SELECT dept_id, COUNT(*) AS n FROM emp GROUP BY dept_id) AS t WHERE t.dept_id = 1
----
2
1 affected

SELECT name, CASE WHEN salary IS NULL THEN 'none' WHEN salary > 99 THEN 'high' ELSE 'low' END
FROM emp ORDER BY id
----
'ann' | 'high'
'bob' | 'none'
'cid' | 'high'
'dan' | 'low'
4 affected

SELECT CASE dept_id WHEN 1 THEN 'one' END FROM emp ORDER BY id
----
'one'
'one'
NULL
NULL
4 affected

SELECT COALESCE(salary, 0) + 1 FROM emp ORDER BY id
----
101
1
301
51
4 affected

SELECT name || '@' || id FROM emp ORDER BY id
----
'ann@1'
'bob@2'
'cid@3'
'dan@4'
4 affected

SELECT name FROM emp WHERE name LIKE 'a%'
----
'ann'
1 affected

SELECT id FROM emp WHERE salary BETWEEN 50 AND 100
----
1
4
2 affected

SELECT 7 / 2, -7 / 2, 7 % 3, -7 % 3, 2 + 3 * 4
----
3 | -3 | 1 | -1 | 14
1 affected

SELECT length(name), upper(name), substr(name, 2) FROM emp WHERE id = 1
----
3 | 'ANN' | 'nn'
1 affected

SELECT CAST('42' AS bigint) + 1, CAST(42 AS text) || 'x'
----
43 | '42x'
1 affected

SELECT nullif(1, 1), nullif(2, 1), abs(-5)
----
NULL | 2 | 5
1 affected

SELECT id FROM emp WHERE active AND NOT (salary > 60)
----
4
1 affected

SELECT active, active = false FROM emp WHERE id = 3
----
false | true
1 affected
