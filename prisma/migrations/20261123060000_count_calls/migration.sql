-- Counts as many calls of a user and method as no window is full for; with none, says how the windows stand. Answers
-- how many passed, how many each window had before, and when each has room: for a call that passes, and for the next
-- that does not. A function and not a statement: what it reads after the lock must be newer than the lock.
--
-- The planner is told to read the index in its order: while a new table has no statistics, it would read all calls of
-- a user to find the oldest of a window.
CREATE FUNCTION count_calls(
  p_user integer, p_method text, p_now timestamptz, p_calls integer, p_limits integer[]
) RETURNS TABLE (passed integer, used integer[], free_at timestamptz[], full_until timestamptz[])
LANGUAGE plpgsql
SET enable_seqscan = off
SET enable_bitmapscan = off
SET enable_sort = off
AS $$
DECLARE
  spans constant interval[] := ARRAY['1 minute', '1 hour', '1 day']::interval[];
  counter rate_counter;
  oldest rate_call;
  now_at timestamptz;
BEGIN
  -- A crash may forget the calls of the last moments; waiting for the disk with every call would not be worth it.
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT * INTO counter FROM rate_counter c WHERE c.user_id = p_user AND c.method = p_method FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO rate_counter VALUES (p_user, p_method, 0, '-infinity') ON CONFLICT DO NOTHING;
    SELECT * INTO counter FROM rate_counter c WHERE c.user_id = p_user AND c.method = p_method FOR UPDATE;
  END IF;

  -- Replicas' clocks differ a little: time only moves on. One that was set back forgets its future.
  IF counter.at > p_now + interval '1 minute' THEN
    DELETE FROM rate_call c WHERE c.user_id = p_user AND c.method = p_method AND c.at > p_now;
    SELECT coalesce(max(c.seq), 0) INTO counter.seq FROM rate_call c
    WHERE c.user_id = p_user AND c.method = p_method;
    counter.at := p_now;
  END IF;
  now_at := greatest(p_now, counter.at);

  passed := p_calls;
  FOR i IN 1..3 LOOP
    SELECT * INTO oldest FROM rate_call c
    WHERE c.user_id = p_user AND c.method = p_method AND c.at > now_at - spans[i]
    ORDER BY c.user_id, c.method, c.at, c.seq LIMIT 1;
    used[i] := coalesce(counter.seq - oldest.seq + 1, 0);
    free_at[i] := coalesce(oldest.at, now_at) + spans[i];
    passed := least(passed, greatest(p_limits[i] - used[i], 0));
  END LOOP;

  full_until := free_at;
  FOR i IN 1..3 LOOP
    IF used[i] + passed >= p_limits[i] THEN
      -- Room comes when the limit-th last call leaves; under a limit of nothing it never does.
      SELECT c.at INTO oldest.at FROM rate_call c
      WHERE c.user_id = p_user AND c.method = p_method AND c.seq = counter.seq + passed - p_limits[i] + 1;
      full_until[i] := coalesce(oldest.at, now_at) + spans[i];
    END IF;
  END LOOP;

  IF passed > 0 THEN
    INSERT INTO rate_call SELECT p_user, p_method, counter.seq + n, now_at FROM generate_series(1, passed) n;
    -- Those that have left the day.
    DELETE FROM rate_call c
    WHERE c.user_id = p_user AND c.method = p_method AND c.seq <= counter.seq - used[3];
    UPDATE rate_counter c SET seq = counter.seq + passed, at = now_at
    WHERE c.user_id = p_user AND c.method = p_method;
  END IF;
  RETURN NEXT;
END $$;
