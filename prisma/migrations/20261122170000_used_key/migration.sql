-- Which Idempotency-Keys were used, in partitions that are dropped when their keys have expired; `intake_key` had one
-- row deleted for each. It stays for the processes of the version before, and for what they stored in the last 24 hours.

CREATE TABLE "used_key" (
    -- The UTC day of the call; within its first minutes also the day before (src/domain/intake/request-key.ts)
    "day" DATE NOT NULL,
    "client_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    -- SHA-256 of where the call went and what it carried
    "request_hash" BYTEA NOT NULL,
    "receipt_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_key_pkey" PRIMARY KEY ("client_id", "key", "day")
) PARTITION BY RANGE ("day");

-- A process of the version before takes a key in both tables, or in neither: a skipped row is what it calls a race.
CREATE FUNCTION "take_used_key"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    since timestamptz := NEW.created_at - interval '24 hours';
    today date := (NEW.created_at AT TIME ZONE 'UTC')::date;
    earliest date := ((NEW.created_at - interval '10 minutes') AT TIME ZONE 'UTC')::date;
    taken integer;
BEGIN
    IF EXISTS (
        SELECT FROM used_key WHERE client_id = NEW.client_id AND key = NEW.key
          AND day BETWEEN today - 1 AND today AND created_at > since
    ) THEN
        RETURN NULL;
    END IF;
    INSERT INTO used_key AS used (day, client_id, key, request_hash, receipt_id, created_at)
    SELECT day, NEW.client_id, NEW.key, NEW.request_hash, NEW.receipt_id, NEW.created_at
    FROM generate_series(earliest, today, interval '1 day') AS day ORDER BY day
    ON CONFLICT (client_id, key, day) DO UPDATE
    SET request_hash = excluded.request_hash, receipt_id = excluded.receipt_id, created_at = excluded.created_at
    WHERE used.created_at <= since;
    GET DIAGNOSTICS taken = ROW_COUNT;
    RETURN CASE WHEN taken = today - earliest + 1 THEN NEW END;
EXCEPTION
    -- No process of the new version has taken a key of this day, or there would be a partition.
    WHEN check_violation THEN RETURN NEW;
END $$;

CREATE TRIGGER "intake_key_take_used_key" BEFORE INSERT ON "intake_key"
    FOR EACH ROW EXECUTE FUNCTION "take_used_key"();
