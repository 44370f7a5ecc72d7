-- What nothing reads since 0030: processes of before wrote it, and those up to 0050 still delete old rows of it.
-- compatible_from: 0060

DROP TABLE payment_event;

ALTER TABLE account DROP COLUMN subscription_at;
