-- The operator's own supply was stored in the operator's word; it is stored as PLATFORM, whatever the word.
UPDATE "line" SET "supply_type" = 'PLATFORM' WHERE "supply_type" NOT IN ('PLATFORM', 'THIRD_PARTY');
