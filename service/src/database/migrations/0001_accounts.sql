-- Accounts, their keys, and who is signed in.

CREATE TABLE account (
  id text PRIMARY KEY,
  -- In lower case; none for the owner of a new instance.
  email text UNIQUE,
  tier text NOT NULL CHECK (tier IN ('free', 'essential', 'scale', 'self_hosted')),
  -- The day of the month on which credits are granted is that of this one.
  anchor_on date NOT NULL,
  -- Counts changes of the tier: each grants credits anew.
  tier_changes integer NOT NULL DEFAULT 0,
  suspended_at timestamptz,
  customer_id text UNIQUE,
  subscription_id text,
  -- When what was last heard of the subscription happened: older news change nothing.
  subscription_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE api_key (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  -- SHA-256 of the key, which is shown once and kept nowhere.
  hash text NOT NULL UNIQUE,
  name text NOT NULL,
  prefix text NOT NULL,
  last_four text NOT NULL,
  is_test boolean NOT NULL,
  -- Credits that it may spend in a period.
  spend_cap integer CHECK (spend_cap >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  -- Set when another took its place.
  expires_at timestamptz,
  revoked_at timestamptz
);

CREATE INDEX api_key_account ON api_key (account_id, created_at);

CREATE TABLE session (
  -- SHA-256 of what the browser holds.
  hash text PRIMARY KEY,
  account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

CREATE INDEX session_account ON session (account_id);

CREATE INDEX session_old ON session (expires_at);

CREATE TABLE login_token (
  id text PRIMARY KEY,
  email text NOT NULL,
  hash text NOT NULL UNIQUE,
  code_hash text NOT NULL,
  code_tries integer NOT NULL DEFAULT 0,
  -- SHA-256 of what the browser holds that asked for it.
  browser_hash text NOT NULL,
  -- SHA-256 of the address that asked for it: to count, not to know.
  address_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX login_token_email ON login_token (email, created_at);

CREATE INDEX login_token_address ON login_token (address_hash, created_at);

CREATE INDEX login_token_browser ON login_token (browser_hash);

CREATE INDEX login_token_old ON login_token (created_at);

CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text,
  action text NOT NULL,
  -- Names of what it was done to; never a key, an address or a token.
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX audit_account ON audit (account_id, id);
