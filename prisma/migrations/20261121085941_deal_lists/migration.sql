-- AlterTable
ALTER TABLE "deal" ALTER COLUMN "accounts" SET DEFAULT ARRAY[]::INTEGER[],
ALTER COLUMN "account_groups" SET DEFAULT ARRAY[]::INTEGER[];

-- A list that is null is neither empty nor holds anything.
UPDATE "deal" SET "accounts" = COALESCE("accounts", '{}'), "account_groups" = COALESCE("account_groups", '{}');
