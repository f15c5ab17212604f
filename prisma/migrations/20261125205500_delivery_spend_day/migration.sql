-- What lines spent on each UTC day, from the rows of `delivery_span` that a file has for whole lines (ADR 11). Written by hand, as
-- delivery has no model.
CREATE TABLE "delivery_spend_day" (
    "file" INTEGER NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "line_id" INTEGER NOT NULL,
    -- Days since 1970
    "day" INTEGER NOT NULL,
    -- In millionths of a US dollar
    "spend" BIGINT NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

-- Sums read the indexes alone.
CREATE INDEX "delivery_spend_day_line" ON "delivery_spend_day" ("line_id", "day") INCLUDE ("advertiser_id", "spend");
CREATE INDEX "delivery_spend_day_campaign" ON "delivery_spend_day" ("campaign_id", "day") INCLUDE ("advertiser_id", "spend");
CREATE INDEX "delivery_spend_day_file" ON "delivery_spend_day" USING brin ("file");

-- The days of one file, or of all.
CREATE FUNCTION "line_days"("number" INTEGER)
    RETURNS TABLE ("file" INTEGER, "advertiser_id" INTEGER, "campaign_id" INTEGER, "line_id" INTEGER, "day" INTEGER, "spend" BIGINT)
    LANGUAGE sql STABLE AS $$
    SELECT d.file, d.advertiser_id, d.campaign_id, d.line_id, g.day, sum(
        CASE WHEN g.day * 24 + 24 > d.last_hour THEN d.spend
          ELSE total_of(d.totals, hours_before(d.hours, g.day * 24 + 24 - d.first_hour), 2) END
        - CASE WHEN g.day * 24 <= d.first_hour THEN 0
          ELSE total_of(d.totals, hours_before(d.hours, g.day * 24 - d.first_hour), 2) END)::bigint
    FROM delivery_span d
        CROSS JOIN LATERAL generate_series(floor(d.first_hour / 24.0)::int, floor(d.last_hour / 24.0)::int) g(day)
    WHERE d.ad_id = -1 AND ($1 IS NULL OR d.file = $1)
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 4, 5
$$;

INSERT INTO delivery_spend_day SELECT * FROM line_days(NULL) d WHERE d.spend <> 0;

-- The days of a file are added when its rows are there, whichever version of the service adds them. A snapshot brings both.
CREATE FUNCTION "add_line_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM delivery_spend_day d WHERE d.file = NEW.number) THEN
        INSERT INTO delivery_spend_day SELECT * FROM line_days(NEW.number) d WHERE d.spend <> 0;
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER "fact_file_brings_days" AFTER INSERT OR UPDATE OF "in_delivery" ON "fact_file"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW."in_delivery" AND NEW."kind" = 'delivery')
    EXECUTE FUNCTION "add_line_days"();

CREATE OR REPLACE FUNCTION "leave_delivery"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM delivery_span WHERE file = OLD.number;
    DELETE FROM delivery_spend_day WHERE file = OLD.number;
    DELETE FROM delivery_conversion WHERE file = OLD.number;
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    NEW.in_delivery := false;
    RETURN NEW;
END $$;
