-- What accounts may spend, and what they spent.

CREATE TABLE balance (
  account_id text PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  -- The sum of the account's ledger.
  balance integer NOT NULL,
  -- The part of it that calls under way may yet cost.
  held integer NOT NULL DEFAULT 0,
  granted integer NOT NULL,
  period_start date NOT NULL,
  period_end date NOT NULL,
  CHECK (held >= 0),
  CHECK (balance >= held),
  CHECK (period_end > period_start)
);

-- Only ever added to. What happens once has one name, and so one row.
CREATE TABLE ledger (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  amount integer NOT NULL,
  reason text NOT NULL,
  ref text NOT NULL,
  job_id text,
  key_id text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (reason, ref)
);

CREATE INDEX ledger_account ON ledger (account_id, id);

CREATE INDEX ledger_key ON ledger (key_id, id) WHERE key_id IS NOT NULL;

CREATE TABLE hold (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  key_id text,
  credits integer NOT NULL CHECK (credits > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

CREATE INDEX hold_account ON hold (account_id);

CREATE INDEX hold_old ON hold (expires_at);

-- Events of the payment service that were heard.
CREATE TABLE payment_event (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now()
);
