-- AlterTable
ALTER TABLE "fact_hour" ADD COLUMN     "closed_day" DATE;

-- AlterTable
ALTER TABLE "idempotency_record" ADD COLUMN     "sealed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "webhook" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "advertiser_ids" INTEGER[],
    "status" TEXT NOT NULL DEFAULT 'ACTIVE',
    "notice" TEXT,
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_secret_until" TIMESTAMPTZ(3),
    "holder" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "last_delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" BIGSERIAL NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "message_id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "response_status" INTEGER,
    "failure" TEXT,
    "next_attempt_at" TIMESTAMPTZ(3),
    "first_attempt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_mark" (
    "subject" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_mark_pkey" PRIMARY KEY ("subject")
);

-- CreateIndex
CREATE INDEX "webhook_seat_id_id_idx" ON "webhook"("seat_id", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_id_idx" ON "webhook_delivery"("webhook_id", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_next_attempt_at_idx" ON "webhook_delivery"("webhook_id", "next_attempt_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_resource_next_attempt_at_idx" ON "webhook_delivery"("webhook_id", "resource", "next_attempt_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_created_at_idx" ON "webhook_delivery"("created_at");

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;
