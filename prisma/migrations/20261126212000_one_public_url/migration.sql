-- The address is in "installation", too. Only a start wrote it here, and a start of an older version is refused by now.
ALTER TABLE "operation_state" DROP COLUMN "public_url";
