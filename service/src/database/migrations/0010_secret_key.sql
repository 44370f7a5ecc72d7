-- Which secret key the encrypted columns were written with: one row.
CREATE TABLE secret_key (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Derived from the key; tells nothing of it.
  fingerprint text NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
);
