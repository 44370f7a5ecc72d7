-- All texts of a result are in one stored file, each from its own byte on: job.outputs says which.
-- compatible_from: 0021

-- An older process would answer with the whole file: it must not start any more.
COMMENT ON COLUMN job.outputs IS 'Of each text: name of the stored file, start, bytes, sha256';
