-- A row stops workers from taking jobs: recto queue pause.

CREATE TABLE queue_pause (
  id boolean PRIMARY KEY CHECK (id),
  paused_at timestamptz NOT NULL DEFAULT now()
);
