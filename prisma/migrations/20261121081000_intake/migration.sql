-- Pixel events and conversions (spec 1). Their tables are written and read by SQL of their own:
-- Prisma cannot describe partitions, and these paths carry thousands of rows a second.
-- No foreign keys here: the ids were checked when the call came in, and what was acknowledged stays.

-- One row for each event. An event is known by the request that brought it and its place in the array.
CREATE TABLE "event" (
    "receipt_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "pixel_id" INTEGER NOT NULL,
    "event_time" TIMESTAMPTZ(3) NOT NULL,
    "action_source" TEXT,
    "action_source_url" TEXT,
    -- SHA-256 of the address
    "email" BYTEA,
    "idfa" TEXT,
    "gpsaid" TEXT,
    "operator_user_id" TEXT,
    -- USD
    "gv" NUMERIC,
    "ec" TEXT,
    "el" TEXT,
    "ea" TEXT,
    "product_ids" TEXT[],
    "user_defined" JSONB,

    CONSTRAINT "event_pkey" PRIMARY KEY ("pixel_id", "received_at", "receipt_id", "position")
) PARTITION BY RANGE ("received_at");

-- One row for each array of events that was answered with success.
CREATE TABLE "event_receipt" (
    "id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "pixel_id" INTEGER NOT NULL,
    "client_id" TEXT NOT NULL,
    -- ACCEPTED, or DUPLICATE for a replay of an Idempotency-Key
    "outcome" TEXT NOT NULL,
    "event_count" INTEGER NOT NULL,
    "idempotency_key" TEXT,

    CONSTRAINT "event_receipt_pkey" PRIMARY KEY ("pixel_id", "received_at", "id")
) PARTITION BY RANGE ("received_at");

CREATE INDEX "event_receipt_key_idx" ON "event_receipt"("pixel_id", "idempotency_key")
    WHERE "idempotency_key" IS NOT NULL;

-- Which Idempotency-Keys were used in the last 24 hours (RULINGS G7, E8); written with what they brought.
CREATE TABLE "intake_key" (
    "client_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    -- SHA-256 of where the call went and what it carried
    "request_hash" BYTEA NOT NULL,
    "receipt_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "intake_key_pkey" PRIMARY KEY ("client_id", "key")
);

CREATE INDEX "intake_key_created_at_idx" ON "intake_key"("created_at");

-- How many events of an advertiser arrived in which of the last milliseconds (RULINGS E6).
-- Unlogged: after a crash of the database a second without a memory does no harm.
CREATE UNLOGGED TABLE "event_rate" (
    "advertiser_id" INTEGER NOT NULL,
    -- Milliseconds since the epoch, ascending, and as many counts.
    "at" BIGINT[] NOT NULL DEFAULT '{}',
    "count" INTEGER[] NOT NULL DEFAULT '{}',

    CONSTRAINT "event_rate_pkey" PRIMARY KEY ("advertiser_id")
);

-- One row for each conversion, for ever: its key is what counts a conversion once (RULINGS C2).
CREATE TABLE "conversion" (
    "receipt_id" UUID NOT NULL,
    -- 0 when neither a token nor a click says whose it is (FLIGHTLINE_INTAKE_AUTH=observe)
    "seat_id" INTEGER NOT NULL,
    "dp" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    -- Conversions are reported by this time (RULINGS C6).
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "client_id" TEXT NOT NULL,
    "vmcid" TEXT NOT NULL,
    -- Of the click; null while unattributed
    "advertiser_id" INTEGER,
    "campaign_id" INTEGER,
    "line_id" INTEGER,
    "ad_id" INTEGER,
    "pixel_id" INTEGER,
    "et" TIMESTAMPTZ(3) NOT NULL,
    "gv" NUMERIC,
    "gc" TEXT NOT NULL,
    "ec" TEXT,
    "ea" TEXT,
    "extra" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "conversion_pkey" PRIMARY KEY ("seat_id", "dp", "event_id")
);

CREATE INDEX "conversion_seat_id_received_at_idx" ON "conversion"("seat_id", "received_at");
CREATE INDEX "conversion_line_id_received_at_idx" ON "conversion"("line_id", "received_at");

-- One row for each postback that was answered with success, repeats included.
CREATE TABLE "conversion_receipt" (
    "id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "client_id" TEXT NOT NULL,
    -- ACCEPTED, UNATTRIBUTED or DUPLICATE
    "outcome" TEXT NOT NULL,
    "dp" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "idempotency_key" TEXT,

    CONSTRAINT "conversion_receipt_pkey" PRIMARY KEY ("seat_id", "received_at", "id")
) PARTITION BY RANGE ("received_at");

CREATE INDEX "conversion_receipt_key_idx" ON "conversion_receipt"("seat_id", "idempotency_key")
    WHERE "idempotency_key" IS NOT NULL;
