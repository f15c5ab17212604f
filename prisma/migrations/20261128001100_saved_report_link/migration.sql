-- AlterTable
ALTER TABLE "saved_report" ADD COLUMN     "link_key" TEXT,
ADD COLUMN     "link_until" TIMESTAMPTZ(3),
ADD COLUMN     "link_user_id" INTEGER;
