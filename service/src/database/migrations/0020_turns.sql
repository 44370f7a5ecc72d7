-- Whose turn it is: a row for each account, kept by triggers, so that also what older processes do is counted.

-- Not before a time, because files could not be read or written; set back when that time has come.
ALTER TABLE job ADD COLUMN is_delayed boolean NOT NULL DEFAULT false;

CREATE INDEX job_delayed ON job (not_before) WHERE is_delayed;

-- The order in which an account's jobs are taken. No other index has it: so the planner, whose figures of a queue are
-- always old, has no choice.
CREATE SEQUENCE job_place;

ALTER TABLE job ADD COLUMN place bigint;

ALTER TABLE job ALTER COLUMN place SET DEFAULT nextval('job_place');

UPDATE job SET place = nextval('job_place')
FROM (SELECT id FROM job WHERE status IN ('queued', 'running') ORDER BY created_at, id) AS oldest
WHERE job.id = oldest.id;

CREATE INDEX job_waiting ON job (account_id, is_test, place) WHERE status = 'queued';

DROP INDEX job_queued;

-- Nobody counts by these any more.
DROP INDEX job_running;

DROP INDEX job_started;

-- The time of start-time fair queueing (Goyal, Vin, Cheng 1996): what the account served last had been served.
CREATE SEQUENCE turn_clock MINVALUE 0 START 0;

CREATE TABLE turn (
  account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  -- Jobs of test keys have turns of their own, and so take no place of others.
  is_test boolean NOT NULL,
  -- Its share, where there are more jobs than places.
  weight integer NOT NULL,
  -- Jobs that may run at a time.
  most integer NOT NULL,
  is_suspended boolean NOT NULL,
  -- Jobs that a worker may take now, were it the account's turn.
  waiting integer NOT NULL DEFAULT 0,
  running integer NOT NULL DEFAULT 0,
  -- A thousand for each job, divided by the weight; never behind the clock for longer than one job.
  served bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, is_test),
  CHECK (waiting >= 0),
  CHECK (running >= 0)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

CREATE FUNCTION turn_load(running integer, most integer, weight integer) RETURNS real
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN running < most THEN running::real / weight ELSE 'infinity'::real END
$$;

-- Those that have as many running as they may come last, and are not looked at.
CREATE INDEX turn_next ON turn (is_test, turn_load(running, most, weight), served)
WHERE waiting > 0 AND NOT is_suspended;

CREATE FUNCTION keep_turn_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO turn (account_id, is_test, weight, most, is_suspended)
  SELECT NEW.id, lane.is_test, plan.weight, plan.most, NEW.suspended_at IS NOT NULL
  FROM (VALUES ('free', 1, 1), ('essential', 4, 5), ('scale', 16, 20), ('self_hosted', 16, 1000))
    AS plan (tier, weight, most)
  CROSS JOIN (VALUES (false), (true)) AS lane (is_test)
  WHERE plan.tier = NEW.tier
  ORDER BY lane.is_test
  ON CONFLICT (account_id, is_test) DO UPDATE
  SET weight = excluded.weight, most = excluded.most, is_suspended = excluded.is_suspended;
  RETURN NULL;
END
$$;

CREATE TRIGGER turn_of_new_account AFTER INSERT ON account
FOR EACH ROW EXECUTE FUNCTION keep_turn_of_account();

CREATE TRIGGER turn_of_changed_account AFTER UPDATE ON account
FOR EACH ROW WHEN (OLD.tier <> NEW.tier OR (OLD.suspended_at IS NULL) <> (NEW.suspended_at IS NULL))
EXECUTE FUNCTION keep_turn_of_account();

-- Adds to the counters of an account. A job that was taken moves its place among all others.
CREATE FUNCTION count_turn(account text, test boolean, more_waiting bigint, more_running bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  clock bigint;
  began_at bigint;
BEGIN
  IF more_running <= 0 THEN
    UPDATE turn SET waiting = waiting + more_waiting, running = running + more_running
    WHERE account_id = account AND is_test = test;
    RETURN;
  END IF;
  SELECT last_value INTO clock FROM turn_clock;
  UPDATE turn SET waiting = waiting + more_waiting, running = running + more_running,
    served = greatest(served, clock) + more_running * 1000 / weight
  WHERE account_id = account AND is_test = test
  RETURNING served - more_running * 1000 / weight INTO began_at;
  IF began_at > clock THEN
    PERFORM setval('turn_clock', began_at);
  END IF;
END
$$;

-- Always in the order of the accounts, so that no two transactions wait for each other.
CREATE FUNCTION count_new_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_turn(account_id, is_test, waiting, running) FROM (
    SELECT account_id, is_test, count(*) FILTER (WHERE status = 'queued' AND NOT is_delayed) AS waiting,
      count(*) FILTER (WHERE status = 'running') AS running
    FROM new_jobs GROUP BY account_id, is_test ORDER BY account_id, is_test
  ) AS change;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_changed_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_turn(account_id, is_test, waiting, running) FROM (
    SELECT account_id, is_test, sum(waiting) AS waiting, sum(running) AS running FROM (
      SELECT account_id, is_test, (status = 'queued' AND NOT is_delayed)::integer AS waiting,
        (status = 'running')::integer AS running FROM new_jobs
      UNION ALL
      SELECT account_id, is_test, -(status = 'queued' AND NOT is_delayed)::integer,
        -(status = 'running')::integer FROM old_jobs
    ) AS change GROUP BY account_id, is_test
    HAVING sum(waiting) <> 0 OR sum(running) <> 0 ORDER BY account_id, is_test
  ) AS change;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_gone_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_turn(account_id, is_test, waiting, running) FROM (
    SELECT account_id, is_test, -count(*) FILTER (WHERE status = 'queued' AND NOT is_delayed) AS waiting,
      -count(*) FILTER (WHERE status = 'running') AS running
    FROM old_jobs GROUP BY account_id, is_test ORDER BY account_id, is_test
  ) AS change WHERE waiting <> 0 OR running <> 0;
  RETURN NULL;
END
$$;

CREATE TRIGGER turn_of_new_jobs AFTER INSERT ON job REFERENCING NEW TABLE AS new_jobs
FOR EACH STATEMENT EXECUTE FUNCTION count_new_jobs();

CREATE TRIGGER turn_of_changed_jobs AFTER UPDATE ON job REFERENCING OLD TABLE AS old_jobs NEW TABLE AS new_jobs
FOR EACH STATEMENT EXECUTE FUNCTION count_changed_jobs();

CREATE TRIGGER turn_of_gone_jobs AFTER DELETE ON job REFERENCING OLD TABLE AS old_jobs
FOR EACH STATEMENT EXECUTE FUNCTION count_gone_jobs();

-- After the triggers are there: nobody changes a job any more without them.
INSERT INTO turn (account_id, is_test, weight, most, is_suspended, waiting, running)
SELECT account.id, lane.is_test, plan.weight, plan.most, account.suspended_at IS NOT NULL,
  coalesce(jobs.waiting, 0), coalesce(jobs.running, 0)
FROM account
JOIN (VALUES ('free', 1, 1), ('essential', 4, 5), ('scale', 16, 20), ('self_hosted', 16, 1000))
  AS plan (tier, weight, most) ON plan.tier = account.tier
CROSS JOIN (VALUES (false), (true)) AS lane (is_test)
LEFT JOIN (
  SELECT account_id, is_test, count(*) FILTER (WHERE status = 'queued') AS waiting,
    count(*) FILTER (WHERE status = 'running') AS running
  FROM job WHERE status IN ('queued', 'running') GROUP BY account_id, is_test
) AS jobs ON jobs.account_id = account.id AND jobs.is_test = lane.is_test
ON CONFLICT (account_id, is_test) DO NOTHING;
