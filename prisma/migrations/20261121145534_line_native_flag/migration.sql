-- A line that never said so is no native line.
UPDATE "line" SET "is_native_enabled" = false WHERE "is_native_enabled" IS NULL;

-- AlterTable
ALTER TABLE "line" ALTER COLUMN "is_native_enabled" SET NOT NULL,
ALTER COLUMN "is_native_enabled" SET DEFAULT false;
