-- AlterTable
ALTER TABLE "seat" ADD COLUMN     "currency" TEXT NOT NULL DEFAULT 'USD';

-- CreateTable
CREATE TABLE "fact_load" (
    "sha256" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fact_load_pkey" PRIMARY KEY ("sha256")
);

-- CreateTable
CREATE TABLE "fact_file" (
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "min_hour" TIMESTAMPTZ(0) NOT NULL,
    "max_hour" TIMESTAMPTZ(0) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "fact_file_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "fact_hour" (
    "advertiser_id" INTEGER NOT NULL,
    "last_hour" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "fact_hour_pkey" PRIMARY KEY ("advertiser_id")
);

-- CreateTable
CREATE TABLE "fact_cursor" (
    "source" TEXT NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "fact_cursor_pkey" PRIMARY KEY ("source")
);

-- CreateTable
CREATE TABLE "day_close" (
    "advertiser_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "day_close_pkey" PRIMARY KEY ("advertiser_id","day")
);

-- CreateTable
CREATE TABLE "fx_rate" (
    "day" DATE NOT NULL,
    "currency" TEXT NOT NULL,
    "usd_per_unit" DECIMAL(24,12) NOT NULL,

    CONSTRAINT "fx_rate_pkey" PRIMARY KEY ("currency","day")
);

-- CreateTable
CREATE TABLE "report" (
    "id" SERIAL NOT NULL,
    "customer_report_id" TEXT NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "seat_ids" INTEGER[],
    "payload" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'SUBMITTED',
    "progress" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "attempt" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "file_name" TEXT,
    "file_bytes" BIGINT,
    "num_rows" BIGINT,
    "error_msg" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "report_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "fact_file_kind_min_hour_idx" ON "fact_file"("kind", "min_hour");

-- CreateIndex
CREATE UNIQUE INDEX "report_customer_report_id_key" ON "report"("customer_report_id");

-- CreateIndex
CREATE INDEX "report_seat_id_created_at_idx" ON "report"("seat_id", "created_at");

-- CreateIndex
CREATE INDEX "report_status_created_at_idx" ON "report"("status", "created_at");
