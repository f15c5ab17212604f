-- How many accepted events of a pixel had which keys of a user, and how many of those that were looked up are known.
-- Numbers only: the keys are not in it.
CREATE TABLE "event_identity" (
    "pixel_id" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "events" INTEGER NOT NULL,
    "checked" INTEGER NOT NULL,
    "matched" INTEGER NOT NULL,

    CONSTRAINT "event_identity_pkey" PRIMARY KEY ("pixel_id","hour","kind")
);

CREATE INDEX "event_identity_hour_idx" ON "event_identity"("hour");
