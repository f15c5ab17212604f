-- How many events the refused requests had. Earlier versions do not count them: each of their requests is one event.
ALTER TABLE "event_refusal" ADD COLUMN "events" INTEGER NOT NULL DEFAULT 0;

-- Why events of a pixel were refused: fields and reasons are words of the service, never values that were sent.
CREATE TABLE "event_refusal_reason" (
    "pixel_id" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "field" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "events" INTEGER NOT NULL,
    "latest_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_refusal_reason_pkey" PRIMARY KEY ("pixel_id","hour","field","reason")
);

CREATE INDEX "event_refusal_reason_hour_idx" ON "event_refusal_reason"("hour");
