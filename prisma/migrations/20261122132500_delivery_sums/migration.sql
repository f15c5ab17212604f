-- AlterTable
ALTER TABLE "fact_file" ADD COLUMN     "summed" BOOLEAN NOT NULL DEFAULT false;

-- What follows is written by hand, as `delivery_day` is. Files of earlier versions are in neither table: the worker adds them.

CREATE INDEX "fact_file_behind" ON "fact_file" ("name") WHERE NOT ("rolled_up" AND "summed") AND "retired_at" IS NULL;
DROP INDEX "fact_file_not_rolled_up";

-- The sums of `delivery_day` by line, whatever the ad, package and country: a dashboard reads a fraction of the rows.
CREATE TABLE "delivery_line_day" (
    "line_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "value_currency" TEXT NOT NULL,
    "hours" INTEGER NOT NULL,
    "impressions" BIGINT NOT NULL,
    "clicks" BIGINT NOT NULL,
    "spend" BIGINT NOT NULL,
    "conversions" BIGINT NOT NULL,
    "conversion_value" NUMERIC(38,6) NOT NULL,
    "impressions_until" BIGINT[],
    "clicks_until" BIGINT[],
    "spend_until" BIGINT[],
    "conversions_until" BIGINT[],
    "conversion_value_until" NUMERIC[],

    CONSTRAINT "delivery_line_day_pkey" PRIMARY KEY ("line_id", "day", "advertiser_id", "campaign_id", "value_currency")
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

CREATE INDEX "delivery_line_day_advertiser" ON "delivery_line_day" ("advertiser_id", "day")
    INCLUDE ("campaign_id", "line_id", "value_currency", "hours", "impressions", "clicks", "spend", "conversions", "conversion_value");
CREATE INDEX "delivery_line_day_campaign" ON "delivery_line_day" ("campaign_id", "day");
DROP INDEX "delivery_day_campaign";

-- Sums by week, which starts on Monday: an order by delivery reads few rows of each line and ad.
CREATE TABLE "delivery_line_week" (
    "advertiser_id" INTEGER NOT NULL,
    "week" DATE NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "line_id" INTEGER NOT NULL,
    "impressions" BIGINT NOT NULL,
    "clicks" BIGINT NOT NULL,
    "spend" BIGINT NOT NULL,
    "conversions" BIGINT NOT NULL,

    CONSTRAINT "delivery_line_week_pkey" PRIMARY KEY ("advertiser_id", "week", "campaign_id", "line_id")
        INCLUDE ("impressions", "clicks", "spend", "conversions")
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

CREATE TABLE "delivery_ad_week" (
    "advertiser_id" INTEGER NOT NULL,
    "week" DATE NOT NULL,
    "line_id" INTEGER NOT NULL,
    "ad_id" INTEGER NOT NULL,
    "impressions" BIGINT NOT NULL,
    "clicks" BIGINT NOT NULL,
    "spend" BIGINT NOT NULL,
    "conversions" BIGINT NOT NULL,

    CONSTRAINT "delivery_ad_week_pkey" PRIMARY KEY ("advertiser_id", "week", "line_id", "ad_id")
        INCLUDE ("impressions", "clicks", "spend", "conversions")
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
