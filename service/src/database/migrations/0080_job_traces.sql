-- The trace that a job belongs to, from its request to its webhook: a `traceparent` of W3C Trace Context.
ALTER TABLE job ADD COLUMN traceparent text;
