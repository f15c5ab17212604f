-- Why a conversion does not count.
ALTER TABLE "conversion_receipt" ADD COLUMN "reason" TEXT;
