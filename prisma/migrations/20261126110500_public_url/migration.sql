-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "public_url" TEXT;
