-- CreateTable
CREATE TABLE "event_refusal" (
    "pixel_id" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "requests" INTEGER NOT NULL,
    "latest_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_refusal_pkey" PRIMARY KEY ("pixel_id","hour")
);

-- CreateIndex
CREATE INDEX "event_refusal_hour_idx" ON "event_refusal"("hour");
