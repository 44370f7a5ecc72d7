-- What the account asked of a conversion.
ALTER TABLE job ADD COLUMN options jsonb;

-- The password of the document, encrypted; none once the job has ended.
ALTER TABLE job ADD COLUMN sealed_password bytea;
