-- AlterTable
ALTER TABLE "idempotency_record" ADD COLUMN     "carried_out" BOOLEAN NOT NULL DEFAULT false;
