-- Requests with pixel events that were refused, for a week. No value that a rule refused is in it.
CREATE TABLE "event_refused" (
    "id" UUID NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "pixel_id" INTEGER NOT NULL,
    "client_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "message" TEXT NOT NULL,
    "event_count" INTEGER NOT NULL,
    -- JSON of the first events, without the keys of users
    "sample" TEXT NOT NULL,
    -- JSON of the events that no rule refuses, as they would be stored
    "events" TEXT NOT NULL,
    "replayable" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "idempotency_key" TEXT,
    "replayed_at" TIMESTAMPTZ(3),

    CONSTRAINT "event_refused_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "event_refused_seat_id_received_at_id_idx" ON "event_refused"("seat_id", "received_at", "id");

CREATE INDEX "event_refused_pixel_id_received_at_id_idx" ON "event_refused"("pixel_id", "received_at", "id");

CREATE INDEX "event_refused_received_at_idx" ON "event_refused"("received_at");
