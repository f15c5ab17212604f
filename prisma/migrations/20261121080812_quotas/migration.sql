-- CreateTable
CREATE TABLE "idempotency_record" (
    "client_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER,
    "headers" JSONB,
    "body" BYTEA,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("client_id","key")
);

-- CreateTable
CREATE TABLE "rate_counter" (
    "user_id" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "rate_counter_pkey" PRIMARY KEY ("user_id","method")
);

-- CreateTable
CREATE TABLE "rate_call" (
    "user_id" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "rate_call_pkey" PRIMARY KEY ("user_id","method","seq")
);

-- CreateTable
CREATE TABLE "quota_bucket" (
    "user_id" INTEGER NOT NULL,
    "bucket" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "used" BIGINT NOT NULL,

    CONSTRAINT "quota_bucket_pkey" PRIMARY KEY ("user_id","bucket")
);

-- CreateIndex
CREATE INDEX "idempotency_record_started_at_idx" ON "idempotency_record"("started_at");

-- CreateIndex
CREATE INDEX "rate_call_user_id_method_at_seq_idx" ON "rate_call"("user_id", "method", "at", "seq");

-- Counts one call of a user and method if no window is full, and answers how each window stands. A function and
-- not a statement: what it reads after the lock must be newer than the lock, and a statement reads one snapshot.
CREATE FUNCTION count_call(
  p_user integer, p_method text, p_now timestamptz, p_take boolean, p_limits integer[]
) RETURNS TABLE (passed boolean, used integer[], free_at timestamptz[])
LANGUAGE plpgsql AS $$
DECLARE
  spans constant interval[] := ARRAY['1 minute', '1 hour', '1 day']::interval[];
  counter rate_counter;
  oldest rate_call;
  now_at timestamptz;
BEGIN
  -- A crash may forget the calls of the last moments; waiting for the disk with every call would not be worth it.
  PERFORM set_config('synchronous_commit', 'off', true);
  INSERT INTO rate_counter VALUES (p_user, p_method, 0, '-infinity') ON CONFLICT DO NOTHING;
  SELECT * INTO counter FROM rate_counter c WHERE c.user_id = p_user AND c.method = p_method FOR UPDATE;

  -- Replicas' clocks differ a little: time only moves on. One that was set back forgets its future.
  IF counter.at > p_now + interval '1 minute' THEN
    DELETE FROM rate_call c WHERE c.user_id = p_user AND c.method = p_method AND c.at > p_now;
    SELECT coalesce(max(c.seq), 0) INTO counter.seq FROM rate_call c
    WHERE c.user_id = p_user AND c.method = p_method;
    counter.at := p_now;
  END IF;
  now_at := greatest(p_now, counter.at);

  passed := true;
  FOR i IN 1..3 LOOP
    SELECT * INTO oldest FROM rate_call c
    WHERE c.user_id = p_user AND c.method = p_method AND c.at > now_at - spans[i]
    ORDER BY c.at, c.seq LIMIT 1;
    used[i] := coalesce(counter.seq - oldest.seq + 1, 0);
    free_at[i] := coalesce(oldest.at, now_at) + spans[i];
    IF used[i] >= p_limits[i] THEN
      passed := false;
      -- Room comes when the limit-th last call leaves; under a limit of nothing it never does.
      SELECT c.at + spans[i] INTO oldest.at FROM rate_call c
      WHERE c.user_id = p_user AND c.method = p_method AND c.seq = counter.seq - p_limits[i] + 1;
      free_at[i] := coalesce(oldest.at, now_at + spans[i]);
    END IF;
  END LOOP;

  IF passed AND p_take THEN
    INSERT INTO rate_call VALUES (p_user, p_method, counter.seq + 1, now_at);
    FOR i IN 1..3 LOOP
      used[i] := used[i] + 1;
    END LOOP;
    DELETE FROM rate_call c
    WHERE c.user_id = p_user AND c.method = p_method AND c.at <= now_at - interval '1 day';
    UPDATE rate_counter c SET seq = counter.seq + 1, at = now_at
    WHERE c.user_id = p_user AND c.method = p_method;
  END IF;
  RETURN NEXT;
END $$;

-- Takes units out of a clock hour's bucket if they fit; answers what is used of it then and when it began.
CREATE FUNCTION take_units(
  p_user integer, p_bucket text, p_hour timestamptz, p_units bigint, p_limit bigint
) RETURNS TABLE (passed boolean, used_now bigint, began timestamptz)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  INSERT INTO quota_bucket VALUES (p_user, p_bucket, p_hour, 0) ON CONFLICT DO NOTHING;
  SELECT b.used, b.hour INTO used_now, began
  FROM quota_bucket b WHERE b.user_id = p_user AND b.bucket = p_bucket FOR UPDATE;
  -- A replica whose clock is behind goes on in the newer hour; an hour far ahead is of a clock since set back.
  IF began NOT BETWEEN p_hour AND p_hour + interval '1 hour' THEN
    used_now := 0;
    began := p_hour;
  END IF;
  passed := used_now + p_units <= p_limit;
  IF passed THEN
    used_now := used_now + p_units;
    UPDATE quota_bucket b SET hour = began, used = used_now
    WHERE b.user_id = p_user AND b.bucket = p_bucket;
  END IF;
  RETURN NEXT;
END $$;
