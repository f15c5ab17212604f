-- AlterTable
ALTER TABLE "webhook_mark" ADD COLUMN     "value" TEXT;
