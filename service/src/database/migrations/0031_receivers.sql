-- Whose turn it is among webhooks: a row for each receiving host of an account, and one for the account. Triggers keep
-- them, so that also what older processes do is counted.

-- The receiving host, in lower case, with its port where one is given.
ALTER TABLE delivery ADD COLUMN host text;

-- As much of it as an index can hold: no name is longer (RFC 1035, 2.3.4).
CREATE FUNCTION receiving_host(url text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(left(lower(substring(url from '^\s*[A-Za-z]+://([^/?#\\]+)')), 300), '')
$$;

CREATE FUNCTION name_receiving_host() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.host := receiving_host((SELECT webhook_url FROM job WHERE job.id = NEW.job_id));
  RETURN NEW;
END
$$;

CREATE TRIGGER delivery_host BEFORE INSERT OR UPDATE ON delivery
FOR EACH ROW WHEN (NEW.host IS NULL) EXECUTE FUNCTION name_receiving_host();

UPDATE delivery SET host = receiving_host(job.webhook_url) FROM job
WHERE job.id = delivery.job_id AND delivery.status = 'pending';

CREATE INDEX delivery_waiting ON delivery (account_id, host, due_at) WHERE status = 'pending' AND lease_until IS NULL;
CREATE INDEX delivery_leased ON delivery (lease_until) WHERE status = 'pending';

CREATE TABLE receiver (
  account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  host text NOT NULL,
  pending integer NOT NULL DEFAULT 0,
  -- Those of them that are being sent.
  at_hand integer NOT NULL DEFAULT 0,
  -- So many may be sent at a time: more with each that is accepted, one alone after silence.
  places integer NOT NULL DEFAULT 2,
  next_due timestamptz,
  served_at timestamptz,
  -- Since when, and how often, none was accepted.
  failing_since timestamptz,
  failures integer NOT NULL DEFAULT 0,
  -- Switched off, because none was accepted for days; the account's owner was told of it.
  disabled_at timestamptz,
  told_at timestamptz,
  -- Since when it is its turn: something is due, and it was not served since.
  turn_at timestamptz GENERATED ALWAYS AS (
    CASE WHEN next_due IS NOT NULL AND at_hand < places THEN greatest(next_due, served_at) END
  ) STORED,
  PRIMARY KEY (account_id, host),
  CHECK (pending >= at_hand),
  CHECK (at_hand >= 0)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX receiver_turn ON receiver (account_id, turn_at) WHERE turn_at IS NOT NULL;
CREATE INDEX receiver_untold ON receiver (disabled_at) WHERE disabled_at IS NOT NULL AND told_at IS NULL;
CREATE INDEX receiver_idle ON receiver (served_at) WHERE pending = 0 AND disabled_at IS NULL;

CREATE TABLE delivery_turn (
  account_id text PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  pending integer NOT NULL DEFAULT 0,
  at_hand integer NOT NULL DEFAULT 0,
  places integer NOT NULL DEFAULT 16,
  -- The earliest turn of its receivers.
  next_turn timestamptz,
  served_at timestamptz,
  turn_at timestamptz GENERATED ALWAYS AS (
    CASE WHEN next_turn IS NOT NULL AND at_hand < places THEN greatest(next_turn, served_at) END
  ) STORED,
  CHECK (pending >= at_hand),
  CHECK (at_hand >= 0)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX delivery_turn_next ON delivery_turn (turn_at) WHERE turn_at IS NOT NULL;

-- Each row is locked before what follows from others is read: so nothing that commits meanwhile is missed.
CREATE FUNCTION count_deliveries(account text, to_host text, more_pending bigint, more_at_hand bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM receiver WHERE account_id = account AND host = to_host FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO receiver (account_id, host) VALUES (account, to_host)
    ON CONFLICT (account_id, host) DO UPDATE SET host = excluded.host;
  END IF;
  UPDATE receiver SET pending = pending + more_pending, at_hand = at_hand + more_at_hand,
    served_at = CASE WHEN more_at_hand > 0 THEN clock_timestamp() ELSE served_at END,
    next_due = (
      SELECT due_at FROM delivery
      WHERE account_id = account AND host = to_host AND status = 'pending' AND lease_until IS NULL
      ORDER BY due_at LIMIT 1
    )
  WHERE account_id = account AND host = to_host;
END
$$;

-- Always in the order of accounts and hosts, so that no two transactions wait for each other.
CREATE FUNCTION count_new_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_deliveries(account_id, host, pending, at_hand) FROM (
    SELECT account_id, host, count(*) AS pending, count(lease_until) AS at_hand
    FROM new_rows WHERE status = 'pending' GROUP BY account_id, host ORDER BY account_id, host
  ) AS change;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_changed_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_deliveries(account_id, host, pending, at_hand) FROM (
    SELECT account_id, host, sum(pending) AS pending, sum(at_hand) AS at_hand FROM (
      SELECT account_id, host, 1 AS pending, (lease_until IS NOT NULL)::integer AS at_hand
      FROM new_rows WHERE status = 'pending'
      UNION ALL
      SELECT account_id, host, -1, -(lease_until IS NOT NULL)::integer
      FROM old_rows WHERE status = 'pending'
    ) AS change GROUP BY account_id, host ORDER BY account_id, host
  ) AS change;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_gone_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_deliveries(account_id, host, -pending, -at_hand) FROM (
    SELECT account_id, host, count(*) AS pending, count(lease_until) AS at_hand
    FROM old_rows WHERE status = 'pending' GROUP BY account_id, host ORDER BY account_id, host
  ) AS change;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_receivers(account text, more_pending bigint, more_at_hand bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM delivery_turn WHERE account_id = account FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO delivery_turn (account_id) VALUES (account)
    ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id;
  END IF;
  UPDATE delivery_turn SET pending = pending + more_pending, at_hand = at_hand + more_at_hand,
    served_at = CASE WHEN more_at_hand > 0 THEN clock_timestamp() ELSE served_at END,
    next_turn = (
      SELECT turn_at FROM receiver WHERE account_id = account AND turn_at IS NOT NULL ORDER BY turn_at LIMIT 1
    )
  WHERE account_id = account;
END
$$;

CREATE FUNCTION count_new_receivers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_receivers(account_id, pending, at_hand) FROM (
    SELECT account_id, sum(pending) AS pending, sum(at_hand) AS at_hand FROM new_rows
    GROUP BY account_id ORDER BY account_id
  ) AS change;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_changed_receivers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_receivers(account_id, pending, at_hand) FROM (
    SELECT account_id, sum(pending) AS pending, sum(at_hand) AS at_hand FROM (
      SELECT account_id, pending, at_hand FROM new_rows
      UNION ALL
      SELECT account_id, -pending, -at_hand FROM old_rows
    ) AS change GROUP BY account_id ORDER BY account_id
  ) AS change;
  RETURN NULL;
END
$$;

CREATE TRIGGER turn_of_new_receivers AFTER INSERT ON receiver REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION count_new_receivers();
CREATE TRIGGER turn_of_changed_receivers AFTER UPDATE ON receiver REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION count_changed_receivers();

CREATE TRIGGER turn_of_new_deliveries AFTER INSERT ON delivery REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION count_new_deliveries();
CREATE TRIGGER turn_of_changed_deliveries AFTER UPDATE ON delivery REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION count_changed_deliveries();
CREATE TRIGGER turn_of_gone_deliveries AFTER DELETE ON delivery REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION count_gone_deliveries();

-- After the triggers are there: nobody changes a delivery any more without them.
INSERT INTO receiver (account_id, host, pending, at_hand, next_due)
SELECT delivery.account_id, host, count(*), count(lease_until), min(due_at) FILTER (WHERE lease_until IS NULL)
FROM delivery JOIN account ON account.id = delivery.account_id
WHERE status = 'pending' GROUP BY delivery.account_id, host
ON CONFLICT (account_id, host) DO NOTHING;
