-- The same results in a tenth of the time. A function in SQL that cannot be inlined is started anew for each call, and
-- sums of a line in another currency than dollars call both of them once for each day.

CREATE OR REPLACE FUNCTION "exchanged"("amount" DOUBLE PRECISION) RETURNS NUMERIC
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  m DOUBLE PRECISION := abs(amount) * 1000000;
  whole DOUBLE PRECISION := floor(m) + (m - floor(m) >= 0.5)::int;
  high DOUBLE PRECISION;
BEGIN
  IF whole < 9e15 THEN RETURN sign(amount)::int * 0.000001 * whole::bigint; END IF;
  high := floor(whole / 4294967296);
  RETURN sign(amount)::int * 0.000001 * (high::bigint::numeric * 4294967296 + (whole - high * 4294967296)::bigint);
END $$;

CREATE OR REPLACE FUNCTION "usd_per_unit"("of_currency" TEXT, "on_day" DATE) RETURNS DOUBLE PRECISION
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  found_rate NUMERIC;
BEGIN
  IF of_currency = 'USD' THEN RETURN 1; END IF;
  SELECT r.usd_per_unit INTO found_rate FROM fx_rate r
  WHERE r.currency = of_currency AND r.day <= on_day ORDER BY r.day DESC LIMIT 1;
  IF found_rate IS NULL THEN
    SELECT r.usd_per_unit INTO found_rate FROM fx_rate r WHERE r.currency = of_currency ORDER BY r.day LIMIT 1;
  END IF;
  RETURN found_rate;
END $$;
