-- AlterTable
ALTER TABLE "deal" ADD COLUMN     "currency" TEXT;
