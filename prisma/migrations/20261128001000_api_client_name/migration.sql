-- AlterTable
ALTER TABLE "api_client" ADD COLUMN     "name" TEXT;
