ALTER TABLE "event_refused" ADD COLUMN "tried_at" TIMESTAMPTZ(3);
