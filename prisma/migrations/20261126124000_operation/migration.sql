ALTER TABLE "api_client" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);

CREATE TABLE "operation_state" (
    "number" INTEGER NOT NULL DEFAULT 1,
    "access_epoch" INTEGER NOT NULL DEFAULT 0,
    "key_rotated_at" TIMESTAMPTZ(3),
    "place" TEXT,
    "public_url" TEXT,

    CONSTRAINT "operation_state_pkey" PRIMARY KEY ("number")
);

CREATE TABLE "master_key_rotation" (
    "number" INTEGER NOT NULL DEFAULT 1,
    "next_key" BYTEA NOT NULL,
    "previous_key" BYTEA NOT NULL,
    "phase" INTEGER NOT NULL DEFAULT 1,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "master_key_rotation_pkey" PRIMARY KEY ("number")
);

CREATE TABLE "retired_key" (
    "id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "key" BYTEA NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "retired_key_pkey" PRIMARY KEY ("id")
);

-- Not logged: what they say is a few seconds old at most, and nobody misses it after a crash.
CREATE UNLOGGED TABLE "process" (
    "id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "origin" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "services" TEXT[],
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "draining" BOOLEAN NOT NULL DEFAULT false,
    "key_phase" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "process_pkey" PRIMARY KEY ("id")
);

CREATE UNLOGGED TABLE "client_usage" (
    "process_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(0) NOT NULL,
    "client_id" TEXT NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "requests" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "points" INTEGER NOT NULL,
    "cpu_ms" INTEGER NOT NULL,

    CONSTRAINT "client_usage_pkey" PRIMARY KEY ("process_id","at","client_id","seat_id")
);

CREATE INDEX "client_usage_at_idx" ON "client_usage"("at");
