-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "wire" TEXT;
