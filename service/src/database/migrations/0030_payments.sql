-- What the payment service says, kept so that an account's plan and credits follow from these rows alone: in whatever
-- order events come, and however often.
CREATE TABLE subscription (
  -- The payment service's own.
  id text PRIMARY KEY,
  customer_id text NOT NULL,
  -- Unknown until the checkout is heard of, which may be the last event to come.
  account_id text REFERENCES account (id) ON DELETE CASCADE,
  tier text CHECK (tier IN ('essential', 'scale')),
  status text,
  -- Whether anything was ever paid for it: a bank's debit may still fail days after the checkout.
  is_paid boolean NOT NULL DEFAULT false,
  ended_at timestamptz,
  -- The event that the state is of: older ones change nothing.
  state_at timestamptz,
  state_event text,
  -- Counts what was noted of the state and what was asked: an answer counts where nothing came after its question.
  version integer NOT NULL DEFAULT 0,
  noted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX subscription_account ON subscription (account_id);
CREATE INDEX subscription_unlinked ON subscription (noted_at) WHERE account_id IS NULL;

CREATE TABLE paid_invoice (
  -- The payment service's own: an invoice is counted once.
  id text PRIMARY KEY,
  subscription_id text NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
  tier text NOT NULL CHECK (tier IN ('essential', 'scale')),
  period_start timestamptz NOT NULL,
  period_end timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX paid_invoice_subscription ON paid_invoice (subscription_id, period_end);

-- Whose invoice paid for the period; null for one that the plan grants by itself.
ALTER TABLE balance ADD COLUMN subscription_id text;
-- The period's rest may be spent until then, while the next invoice is being paid.
ALTER TABLE balance ADD COLUMN grace_until date;
-- Credits that a smaller plan would have taken back, and that were spent already.
ALTER TABLE balance ADD COLUMN owed integer NOT NULL DEFAULT 0 CHECK (owed >= 0);

INSERT INTO subscription (id, customer_id, account_id, tier, status, is_paid, state_at)
SELECT subscription_id, customer_id, id, tier, 'active', true, subscription_at FROM account
WHERE subscription_id IS NOT NULL AND customer_id IS NOT NULL AND tier IN ('essential', 'scale');
-- Their next invoice comes within a month.
UPDATE balance SET grace_until = period_end + 31 FROM account
WHERE account.id = balance.account_id AND account.subscription_id IS NOT NULL AND tier IN ('essential', 'scale');

-- What was left to accounts that were deleted, until their period is over.
CREATE TABLE departed_balance (
  -- HMAC-SHA256 of the mail address, by a key that the database does not hold.
  address_hash text PRIMARY KEY,
  balance integer NOT NULL,
  anchor_on date NOT NULL,
  period_start date NOT NULL,
  period_end date NOT NULL
);
CREATE INDEX departed_balance_old ON departed_balance (period_end);
