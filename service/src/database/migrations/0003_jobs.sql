-- Jobs, the deliveries of their webhooks, and stored files.

CREATE TABLE job (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES account (id),
  key_id text,
  is_test boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'succeeded', 'failed')),
  -- Counts the workers that took the job. What one does is guarded by it, so that who comes back late changes nothing.
  attempt integer NOT NULL DEFAULT 0,
  -- Workers that were lost with it, and returns of it because files could not be read or written.
  losses integer NOT NULL DEFAULT 0,
  returns integer NOT NULL DEFAULT 0,
  worker text,
  lease_until timestamptz,
  not_before timestamptz NOT NULL DEFAULT now(),
  filename text,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  sha256 text NOT NULL,
  upload_name text,
  -- Not jsonb, which would forget the order of its names.
  result json,
  outputs jsonb,
  error text,
  stage text,
  pages_done integer NOT NULL DEFAULT 0,
  pages_total integer,
  -- Whole milliseconds, as a cursor and JSON have them.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  upload_deleted_at timestamptz(3),
  result_deleted_at timestamptz(3),
  webhook_url text,
  webhook_secret bytea,
  CHECK ((status IN ('succeeded', 'failed')) = (finished_at IS NOT NULL)),
  CHECK ((status = 'failed') = (error IS NOT NULL)),
  CHECK ((status = 'succeeded') = (result IS NOT NULL))
);

CREATE INDEX job_listed ON job (account_id, created_at DESC, id DESC);

CREATE INDEX job_queued ON job (account_id, created_at, id) WHERE status = 'queued';

CREATE INDEX job_running ON job (account_id) WHERE status = 'running';

CREATE INDEX job_leased ON job (lease_until) WHERE status = 'running';

CREATE INDEX job_started ON job (account_id, started_at);

CREATE INDEX job_kept ON job (expires_at) WHERE outputs IS NOT NULL OR webhook_secret IS NOT NULL;

CREATE INDEX job_named ON job (created_at) WHERE filename IS NOT NULL;

-- A stored file that is to go, unless the transaction that makes use of it deletes the row.
CREATE TABLE file_removal (
  name text PRIMARY KEY,
  job_id text,
  due_at timestamptz NOT NULL
);

CREATE INDEX file_removal_due ON file_removal (due_at);

CREATE TABLE delivery (
  id text PRIMARY KEY,
  job_id text NOT NULL UNIQUE REFERENCES job (id) ON DELETE CASCADE,
  account_id text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  -- In this round: a redelivery begins a new one.
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  lease_until timestamptz,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE INDEX delivery_due ON delivery (due_at) WHERE status = 'pending';

CREATE TABLE delivery_attempt (
  delivery_id text NOT NULL REFERENCES delivery (id) ON DELETE CASCADE,
  number integer NOT NULL,
  at timestamptz(3) NOT NULL,
  status integer,
  error text,
  duration_ms integer NOT NULL,
  PRIMARY KEY (delivery_id, number)
);

CREATE TABLE idempotency (
  account_id text NOT NULL REFERENCES account (id),
  route text NOT NULL,
  key text NOT NULL,
  -- SHA-256 of what was sent.
  fingerprint text NOT NULL,
  is_done boolean NOT NULL DEFAULT false,
  job_id text,
  -- Who asks while it is not done is told to wait, until then; afterwards it has died.
  locked_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, route, key)
);

CREATE INDEX idempotency_old ON idempotency (created_at);
