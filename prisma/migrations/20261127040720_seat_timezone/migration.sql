-- AlterTable
ALTER TABLE "seat" ADD COLUMN     "timezone" TEXT NOT NULL DEFAULT 'UTC';
