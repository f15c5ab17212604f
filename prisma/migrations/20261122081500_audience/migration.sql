CREATE TABLE "audience" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "size" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audience_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audience_member" (
    "audience_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audience_member_pkey" PRIMARY KEY ("audience_id","hash")
);

CREATE INDEX "audience_seat_id_id_idx" ON "audience"("seat_id", "id");

CREATE INDEX "audience_advertiser_id_id_idx" ON "audience"("advertiser_id", "id");

CREATE UNIQUE INDEX "audience_seat_id_number_key" ON "audience"("seat_id", "number");

ALTER TABLE "audience" ADD CONSTRAINT "audience_advertiser_id_fkey" FOREIGN KEY ("advertiser_id") REFERENCES "advertiser"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "audience_member" ADD CONSTRAINT "audience_member_audience_id_fkey" FOREIGN KEY ("audience_id") REFERENCES "audience"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
