-- AlterTable
ALTER TABLE "fact_file" ADD COLUMN     "rolled_up" BOOLEAN NOT NULL DEFAULT false;

-- What follows is written by hand: delivery has no model, and is read and written by SQL of its own.

CREATE INDEX "fact_file_not_rolled_up" ON "fact_file" ("name") WHERE NOT "rolled_up" AND "retired_at" IS NULL;

-- The facts that dashboards ask for, one row for each UTC day and combination of dimensions (ADR 11).
CREATE TABLE "delivery_day" (
    "line_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    -- 0 where the facts name none
    "ad_id" INTEGER NOT NULL,
    "package_id" INTEGER NOT NULL,
    -- Empty for conversions, which know no country
    "country" TEXT NOT NULL,
    -- Of conversions; empty for delivery
    "value_currency" TEXT NOT NULL,
    -- Bit n: there are facts of hour n
    "hours" INTEGER NOT NULL,
    "impressions" BIGINT NOT NULL,
    "clicks" BIGINT NOT NULL,
    -- In millionths of a US dollar
    "spend" BIGINT NOT NULL,
    "conversions" BIGINT NOT NULL,
    "conversion_value" NUMERIC(38,6) NOT NULL,
    -- Running totals: element n is the sum of the day's first n hours
    "impressions_until" BIGINT[],
    "clicks_until" BIGINT[],
    "spend_until" BIGINT[],
    "conversions_until" BIGINT[],
    "conversion_value_until" NUMERIC[],

    CONSTRAINT "delivery_day_pkey" PRIMARY KEY ("line_id", "day", "advertiser_id", "campaign_id", "ad_id", "package_id", "country", "value_currency")
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

-- Sums over whole days read this index alone.
CREATE INDEX "delivery_day_advertiser" ON "delivery_day" ("advertiser_id", "day")
    INCLUDE ("campaign_id", "line_id", "ad_id", "value_currency", "hours", "impressions", "clicks", "spend", "conversions", "conversion_value");
CREATE INDEX "delivery_day_campaign" ON "delivery_day" ("campaign_id", "day");
CREATE INDEX "delivery_day_ad" ON "delivery_day" ("ad_id", "day") WHERE "ad_id" > 0;

-- Element by element; null with a null.
CREATE FUNCTION "sum_of_totals"("a" BIGINT[], "b" BIGINT[]) RETURNS BIGINT[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS 'SELECT array_agg(x + y ORDER BY n) FROM unnest($1, $2) WITH ORDINALITY AS t(x, y, n)';

CREATE FUNCTION "sum_of_totals"("a" NUMERIC[], "b" NUMERIC[]) RETURNS NUMERIC[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS 'SELECT array_agg(x + y ORDER BY n) FROM unnest($1, $2) WITH ORDINALITY AS t(x, y, n)';

-- The first instant of a local day, also where midnight occurs twice or not at all.
CREATE FUNCTION "start_of_day"("day" DATE, "zone" TEXT) RETURNS TIMESTAMPTZ
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$ SELECT CASE WHEN ((t - interval '1 hour') AT TIME ZONE $2)::date = $1 THEN t - interval '1 hour' ELSE t END
          FROM (SELECT $1::timestamp AT TIME ZONE $2 AS t) AS midnight $$;

-- The rate of a UTC day: that of the day, else the last one before it, else the first one known.
CREATE FUNCTION "usd_per_unit"("of_currency" TEXT, "on_day" DATE) RETURNS DOUBLE PRECISION
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT CASE WHEN $1 = 'USD' THEN 1 ELSE coalesce(
            (SELECT usd_per_unit FROM fx_rate WHERE currency = $1 AND day <= $2 ORDER BY day DESC LIMIT 1),
            (SELECT usd_per_unit FROM fx_rate WHERE currency = $1 ORDER BY day LIMIT 1))::double precision END $$;

-- Rounds as the engine of reports does: half away from zero, to six decimals, with no digit lost above 2^53.
CREATE FUNCTION "exchanged"("amount" DOUBLE PRECISION) RETURNS NUMERIC
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$ SELECT sign($1)::int * 0.000001 * (high::bigint::numeric * 4294967296 + (whole - high * 4294967296)::bigint)
          FROM (SELECT whole, floor(whole / 4294967296) AS high
                FROM (SELECT floor(m) + (m - floor(m) >= 0.5)::int AS whole FROM (SELECT abs($1) * 1000000 AS m) AS a) AS b) AS c $$;
