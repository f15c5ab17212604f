-- What of a line's spend belongs to each of its flights that overlap. Written by hand, as the schema has no aggregates.

-- Adds an amount to what the flights that run have been given, in the order in which they began: each takes what it has left of its
-- budget, the last one what is beyond all budgets.
CREATE FUNCTION "fill_flights"("filled" NUMERIC[], "amount" NUMERIC, "budgets" DOUBLE PRECISION[], "runs" BOOLEAN[])
    RETURNS NUMERIC[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    part NUMERIC;
    last INTEGER;
BEGIN
    IF filled IS NULL THEN filled := array_fill(0::numeric, ARRAY[cardinality(budgets)]); END IF;
    FOR nr IN 1 .. cardinality(budgets) LOOP
        CONTINUE WHEN NOT runs[nr];
        last := nr;
        part := CASE WHEN budgets[nr] IS NULL THEN amount
            ELSE least(amount, greatest(budgets[nr]::numeric - filled[nr], 0)) END;
        filled[nr] := filled[nr] + part;
        amount := amount - part;
    END LOOP;
    IF last IS NOT NULL THEN filled[last] := filled[last] + amount; END IF;
    RETURN filled;
END $$;

-- The amounts come in the order of time.
CREATE AGGREGATE "flights_filled"("amount" NUMERIC, "budgets" DOUBLE PRECISION[], "runs" BOOLEAN[])
    (SFUNC = "fill_flights", STYPE = NUMERIC[], PARALLEL = SAFE);
