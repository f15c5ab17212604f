-- AlterTable
CREATE SEQUENCE "fact_file_number_seq" AS INTEGER;
ALTER TABLE "fact_file" ADD COLUMN     "in_delivery" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "number" INTEGER NOT NULL DEFAULT nextval('fact_file_number_seq');
ALTER SEQUENCE "fact_file_number_seq" OWNED BY "fact_file"."number";

-- CreateIndex
CREATE UNIQUE INDEX "fact_file_number_key" ON "fact_file"("number");

-- What follows is written by hand: delivery has no model. The roll-up has another form (ADR 11), and the worker builds it from
-- the files as soon as it starts. The tables of the version before stay for its processes, and go a version later.

CREATE INDEX "fact_file_not_in_delivery" ON "fact_file" ("name") WHERE NOT "in_delivery" AND "retired_at" IS NULL;

-- The facts of a file: a row for each combination of dimensions and up to eleven days, and one for all of a line.
CREATE TABLE "delivery_span" (
    "file" INTEGER NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "line_id" INTEGER NOT NULL,
    -- 0 where the facts name none; -1 for all facts of the line
    "ad_id" INTEGER NOT NULL,
    "package_id" INTEGER NOT NULL,
    "country" TEXT NOT NULL,
    -- Hours since 1970; both have facts
    "first_hour" INTEGER NOT NULL,
    "last_hour" INTEGER NOT NULL,
    "impressions" BIGINT NOT NULL,
    "clicks" BIGINT NOT NULL,
    -- In millionths of a US dollar
    "spend" BIGINT NOT NULL,
    -- Bit n, from the left: there are facts in the hour first_hour + n
    "hours" BIT VARYING NOT NULL,
    -- For each of these hours the running totals of impressions, clicks and spend, in eight bytes each
    "totals" BYTEA NOT NULL
    -- A row fits into a page, and is never compressed.
) WITH (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

CREATE INDEX "delivery_span_line" ON "delivery_span" ("line_id", "ad_id", "first_hour");
CREATE INDEX "delivery_span_campaign" ON "delivery_span" ("campaign_id", "first_hour") WHERE "ad_id" < 0;
-- Sums of whole rows read these indexes alone.
CREATE INDEX "delivery_span_advertiser" ON "delivery_span" ("advertiser_id", "first_hour")
    INCLUDE ("last_hour", "campaign_id", "line_id", "impressions", "clicks", "spend") WHERE "ad_id" < 0;
CREATE INDEX "delivery_span_ad" ON "delivery_span" ("advertiser_id", "first_hour")
    INCLUDE ("last_hour", "line_id", "ad_id", "impressions", "clicks", "spend") WHERE "ad_id" >= 0;
CREATE INDEX "delivery_span_file" ON "delivery_span" USING brin ("file");

-- Conversions by hour: they are few, and know no country.
CREATE TABLE "delivery_conversion" (
    "file" INTEGER NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "line_id" INTEGER NOT NULL,
    -- 0 where the facts name none
    "ad_id" INTEGER NOT NULL,
    "package_id" INTEGER NOT NULL,
    -- Hours since 1970
    "hour" INTEGER NOT NULL,
    -- Empty for conversions without a value
    "value_currency" TEXT NOT NULL,
    "conversions" BIGINT NOT NULL,
    "conversion_value" NUMERIC(38,6) NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

CREATE INDEX "delivery_conversion_line" ON "delivery_conversion" ("line_id", "hour");
CREATE INDEX "delivery_conversion_campaign" ON "delivery_conversion" ("campaign_id", "hour");
CREATE INDEX "delivery_conversion_advertiser" ON "delivery_conversion" ("advertiser_id", "hour");
CREATE INDEX "delivery_conversion_file" ON "delivery_conversion" USING brin ("file");

-- A file that is replaced by another takes its rows along, whichever version of the service replaces it.
CREATE FUNCTION "leave_delivery"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM delivery_span WHERE file = OLD.number;
    DELETE FROM delivery_conversion WHERE file = OLD.number;
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    NEW.in_delivery := false;
    RETURN NEW;
END $$;

CREATE TRIGGER "fact_file_leaves_delivery" BEFORE DELETE OR UPDATE OF "retired_at" ON "fact_file"
    FOR EACH ROW WHEN (OLD."in_delivery") EXECUTE FUNCTION "leave_delivery"();

-- How many of the hours before an hour have facts; both count from the first one.
CREATE FUNCTION "hours_before"("hours" BIT VARYING, "hour" INTEGER) RETURNS INTEGER
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT bit_count(substring($1 FROM 1 FOR greatest($2, 0)))::int $$;

-- The running total of the first n hours: of impressions (0), clicks (1) or spend (2).
CREATE FUNCTION "total_of"("totals" BYTEA, "n" INTEGER, "metric" INTEGER) RETURNS BIGINT
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT CASE WHEN $2 = 0 THEN 0 ELSE ('x' || encode(substr($1, 24 * $2 - 23 + 8 * $3, 8), 'hex'))::bit(64)::bigint END $$;
