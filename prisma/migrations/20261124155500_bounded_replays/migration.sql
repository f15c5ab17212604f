-- At most 64 KiB of an answer is stored, and 64 MiB for a seat. Of a larger answer `written` says what the request wrote.
ALTER TABLE "idempotency_record" ADD COLUMN "seat_id" INTEGER,
ADD COLUMN "compressed" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "written" JSONB;

CREATE INDEX "idempotency_record_seat_id_started_at_idx" ON "idempotency_record"("seat_id", "started_at");
