ALTER TABLE "api_client" ADD COLUMN     "seat_only" BOOLEAN NOT NULL DEFAULT false;

-- Those that admins of a seat can have created or rotated until now.
UPDATE "api_client" client SET "seat_only" = true
WHERE client."realms" <@ ARRAY['dsp', 'events', 'aaca']
  AND NOT EXISTS (
    SELECT FROM "seat_member" other WHERE other."user_id" = client."user_id" AND other."seat_id" <> client."seat_id"
  );
