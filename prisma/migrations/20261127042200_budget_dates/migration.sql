-- AlterTable
ALTER TABLE "campaign" ADD COLUMN     "daily_budget" DOUBLE PRECISION,
ADD COLUMN     "daily_budget_type" TEXT,
ADD COLUMN     "end_date" TIMESTAMPTZ(0),
ADD COLUMN     "start_date" TIMESTAMPTZ(0);

-- AlterTable
ALTER TABLE "line_schedule" ADD COLUMN     "daily_budget" DOUBLE PRECISION;

-- AlterTable
ALTER TABLE "pixel" ADD COLUMN     "extra" JSONB NOT NULL DEFAULT '{}';

-- A campaign's only budget schedule was kept as it was sent, without an effect. What of it is valid is applied from now on.
DO $$
DECLARE
    kept RECORD;
BEGIN
    FOR kept IN
        SELECT c."id", c."extra" -> 'budgetSchedules' -> 0 AS schedule, c."budget_type", a."timezone"
        FROM "campaign" c JOIN "advertiser" a ON a."id" = c."advertiser_id"
        WHERE jsonb_typeof(c."extra" -> 'budgetSchedules') = 'array' AND jsonb_array_length(c."extra" -> 'budgetSchedules') = 1
    LOOP
        BEGIN
            UPDATE "campaign" SET
                "start_date" = start_of_day((kept.schedule ->> 'startDate')::date, kept."timezone"),
                "end_date" = start_of_day((kept.schedule ->> 'endDate')::date + 1, kept."timezone") - interval '1 second'
            WHERE "id" = kept."id"
                AND coalesce(kept.schedule ->> 'startDate', '2026-01-01') ~ '^20\d\d-\d\d-\d\d$'
                AND coalesce(kept.schedule ->> 'endDate', '2026-01-01') ~ '^20\d\d-\d\d-\d\d$'
                AND coalesce((kept.schedule ->> 'startDate')::date <= (kept.schedule ->> 'endDate')::date, true);
        EXCEPTION WHEN data_exception THEN
            NULL; -- No date, such as 2026-02-30.
        END;
        BEGIN
            UPDATE "campaign" SET "daily_budget" = (kept.schedule ->> 'scheduleDailyBudget')::double precision
            WHERE "id" = kept."id" AND kept."budget_type" IS DISTINCT FROM 'DAILY'
                AND jsonb_typeof(kept.schedule -> 'scheduleDailyBudget') = 'number'
                AND (kept.schedule ->> 'scheduleDailyBudget')::double precision > 0;
            UPDATE "campaign" SET "daily_budget_type" = kept.schedule ->> 'scheduleBudgetType'
            WHERE "id" = kept."id"
                AND kept.schedule ->> 'scheduleBudgetType' IN ('AUTO_ALLOCATED', 'SPECIFIED_AMOUNT', 'TOTAL_BUDGET');
        EXCEPTION WHEN data_exception THEN
            NULL; -- A number that is too large.
        END;
    END LOOP;
END $$;
