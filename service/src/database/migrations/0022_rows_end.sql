-- Rows are found by their age. These indexes have a few bytes for each hundred pages, since rows come in order of time.

CREATE INDEX ledger_time ON ledger USING brin (created_at);

CREATE INDEX audit_time ON audit USING brin (created_at);
