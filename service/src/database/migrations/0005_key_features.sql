-- Keys that may do less than their plan allows: names of features, all of the plan's when it is null.

ALTER TABLE api_key ADD COLUMN features jsonb;
