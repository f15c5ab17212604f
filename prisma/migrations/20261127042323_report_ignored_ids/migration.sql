-- AlterTable
ALTER TABLE "report" ADD COLUMN     "ignored_ids" JSONB;
