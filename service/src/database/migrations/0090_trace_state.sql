-- The entries of other tracing systems that belong to a job's trace: a `tracestate` of W3C Trace Context.
ALTER TABLE job ADD COLUMN tracestate text;
