ALTER TABLE "api_client" ADD COLUMN "wire" TEXT;
ALTER TABLE "spent_assertion" ADD COLUMN "token" BYTEA;
