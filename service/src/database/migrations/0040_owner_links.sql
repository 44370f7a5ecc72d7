-- Links that sign the owner of a self-hosted instance in: made on the server itself, good once.

CREATE TABLE owner_link (
  -- SHA-256 of what the link holds.
  hash text PRIMARY KEY,
  account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);

CREATE INDEX owner_link_account ON owner_link (account_id);

CREATE INDEX owner_link_old ON owner_link (expires_at);
