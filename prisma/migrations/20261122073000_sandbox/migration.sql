-- CreateTable
CREATE TABLE "sandbox_clock" (
    "number" INTEGER NOT NULL DEFAULT 1,
    "shows" TIMESTAMPTZ(6) NOT NULL,
    "anchored_at" TIMESTAMPTZ(6) NOT NULL,
    "speed" DOUBLE PRECISION NOT NULL DEFAULT 1,
    "seed" INTEGER NOT NULL DEFAULT 1,
    "delivered_until" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "sandbox_clock_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "sandbox_flight" (
    "line_id" INTEGER NOT NULL,
    "flight_id" INTEGER NOT NULL,
    "spent" BIGINT NOT NULL,
    "day" DATE NOT NULL,
    "allotment" BIGINT NOT NULL,
    "day_spent" BIGINT NOT NULL,

    CONSTRAINT "sandbox_flight_pkey" PRIMARY KEY ("line_id","flight_id")
);

-- CreateTable
CREATE TABLE "sandbox_campaign" (
    "campaign_id" INTEGER NOT NULL,
    "spent" BIGINT NOT NULL,
    "day" DATE NOT NULL,
    "day_spent" BIGINT NOT NULL,
    "month_spent" BIGINT NOT NULL,

    CONSTRAINT "sandbox_campaign_pkey" PRIMARY KEY ("campaign_id")
);

-- CreateTable
CREATE TABLE "sandbox_pending" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "sandbox_pending_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_fault" (
    "id" SERIAL NOT NULL,
    "client_id" TEXT,
    "path" TEXT,
    "fault" TEXT NOT NULL,

    CONSTRAINT "sandbox_fault_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_fault_count" (
    "caller" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "fault" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_fault_count_pkey" PRIMARY KEY ("caller","path","fault")
);

-- CreateTable
CREATE TABLE "sandbox_call" (
    "id" BIGSERIAL NOT NULL,
    "client_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" INTEGER,
    "body_hash" TEXT,
    "idempotency_key" TEXT,
    "replayed" BOOLEAN NOT NULL DEFAULT false,
    "fault" TEXT,
    "retry_after" INTEGER,
    "accept" TEXT,
    "token_expires_at" TIMESTAMPTZ(0),

    CONSTRAINT "sandbox_call_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sandbox_pending_due_at_idx" ON "sandbox_pending"("due_at");

-- CreateIndex
CREATE INDEX "sandbox_call_client_id_id_idx" ON "sandbox_call"("client_id", "id");
