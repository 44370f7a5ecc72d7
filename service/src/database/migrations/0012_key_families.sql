-- Keys that took each other's place, under the id of the first: they share what they may spend. Null for a first one.

ALTER TABLE api_key ADD COLUMN family_id text;

WITH RECURSIVE replaced AS (
  SELECT details ->> 'key_id' AS old, details ->> 'new_key_id' AS new FROM audit WHERE action = 'key_rotated'
), family AS (
  SELECT new AS id, old AS first FROM replaced WHERE old NOT IN (SELECT new FROM replaced)
  UNION ALL
  SELECT replaced.new, family.first FROM family JOIN replaced ON replaced.old = family.id
)
UPDATE api_key SET family_id = family.first FROM family WHERE api_key.id = family.id;

-- What a key has spent in a period is added up without looking at the table.
CREATE INDEX ledger_key_spent ON ledger (key_id, created_at) INCLUDE (amount) WHERE key_id IS NOT NULL;
DROP INDEX ledger_key;
