-- Trigrams find misspelt names of locations.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- DropIndex
DROP INDEX "location_type_idx";

-- AlterTable
ALTER TABLE "dictionary_entry" ADD COLUMN     "detail" JSONB,
ADD COLUMN     "number" INTEGER,
ADD COLUMN     "parent" TEXT;

-- AlterTable
ALTER TABLE "location" ADD COLUMN     "name_key" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "name_tail" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "retired" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "supported_site" (
    "id" INTEGER NOT NULL,
    "value" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "group_value" TEXT,

    CONSTRAINT "supported_site_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_group" (
    "id" INTEGER NOT NULL,
    "value" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL,

    CONSTRAINT "site_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "interest_segment" (
    "list" TEXT NOT NULL,
    "value" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "parent_id" INTEGER,
    "data_provider" TEXT,
    "status" TEXT NOT NULL,

    CONSTRAINT "interest_segment_pkey" PRIMARY KEY ("list","value")
);

-- CreateTable
CREATE TABLE "dictionary_version" (
    "list" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,
    "loaded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dictionary_version_pkey" PRIMARY KEY ("list")
);

-- CreateTable
CREATE TABLE "ad_group" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "start_date_str" TEXT,
    "bid_set" JSONB NOT NULL,
    "product_set_id" INTEGER,
    "extra" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ad_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "native_ad" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "ad_group_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "landing_url" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "call_to_action_text" TEXT,
    "flash_sale_config" JSONB,
    "extra" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "native_ad_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "keyword" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "parent_type" TEXT NOT NULL,
    "parent_id" INTEGER NOT NULL,
    "value" TEXT NOT NULL,
    "match_type" TEXT NOT NULL,
    "exclude" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "bid_set" JSONB,
    "landing_url" TEXT,
    "ad_param_values" JSONB,
    "extra" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "keyword_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "targeting_attribute" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "parent_type" TEXT NOT NULL,
    "parent_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "exclude" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "extra" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "targeting_attribute_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "supported_site_value_key" ON "supported_site"("value");

-- CreateIndex
CREATE UNIQUE INDEX "site_group_value_key" ON "site_group"("value");

-- CreateIndex
CREATE INDEX "interest_segment_list_parent_id_value_idx" ON "interest_segment"("list", "parent_id", "value");

-- CreateIndex
CREATE INDEX "ad_group_seat_id_id_idx" ON "ad_group"("seat_id", "id");

-- CreateIndex
CREATE INDEX "ad_group_advertiser_id_id_idx" ON "ad_group"("advertiser_id", "id");

-- CreateIndex
CREATE INDEX "ad_group_campaign_id_id_idx" ON "ad_group"("campaign_id", "id");

-- CreateIndex
CREATE INDEX "native_ad_seat_id_id_idx" ON "native_ad"("seat_id", "id");

-- CreateIndex
CREATE INDEX "native_ad_advertiser_id_id_idx" ON "native_ad"("advertiser_id", "id");

-- CreateIndex
CREATE INDEX "native_ad_ad_group_id_id_idx" ON "native_ad"("ad_group_id", "id");

-- CreateIndex
CREATE INDEX "keyword_seat_id_id_idx" ON "keyword"("seat_id", "id");

-- CreateIndex
CREATE INDEX "keyword_advertiser_id_id_idx" ON "keyword"("advertiser_id", "id");

-- CreateIndex
CREATE INDEX "keyword_parent_id_id_idx" ON "keyword"("parent_id", "id");

-- CreateIndex
CREATE INDEX "targeting_attribute_seat_id_id_idx" ON "targeting_attribute"("seat_id", "id");

-- CreateIndex
CREATE INDEX "targeting_attribute_advertiser_id_id_idx" ON "targeting_attribute"("advertiser_id", "id");

-- CreateIndex
CREATE INDEX "targeting_attribute_parent_type_parent_id_id_idx" ON "targeting_attribute"("parent_type", "parent_id", "id");

-- CreateIndex
CREATE INDEX "location_type_name_woeid_idx" ON "location"("type", "name", "woeid");

-- CreateIndex
CREATE INDEX "location_code_idx" ON "location"("code");

-- CreateIndex
CREATE INDEX "location_name_key_trgm" ON "location" USING GIN ("name_key" gin_trgm_ops);

-- AddForeignKey
ALTER TABLE "ad_group" ADD CONSTRAINT "ad_group_advertiser_id_fkey" FOREIGN KEY ("advertiser_id") REFERENCES "advertiser"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ad_group" ADD CONSTRAINT "ad_group_campaign_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaign"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "native_ad" ADD CONSTRAINT "native_ad_ad_group_id_fkey" FOREIGN KEY ("ad_group_id") REFERENCES "ad_group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "keyword" ADD CONSTRAINT "keyword_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "ad_group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What is deleted may be there again, so these are partial and stand in no model.
CREATE UNIQUE INDEX "keyword_once" ON "keyword"("parent_id", "match_type", "exclude", lower("value"))
WHERE "status" <> 'DELETED';

CREATE UNIQUE INDEX "targeting_attribute_once" ON "targeting_attribute"("parent_type", "parent_id", "type", "value")
WHERE "status" <> 'DELETED';

-- For LIKE 'lon%' and, from the end, '%don' whatever the collation; partial, so that they stand in no model either.
CREATE INDEX "location_begins" ON "location"("name_key" text_pattern_ops) WHERE NOT "retired";

CREATE INDEX "location_ends" ON "location"("name_tail" text_pattern_ops) WHERE NOT "retired";
