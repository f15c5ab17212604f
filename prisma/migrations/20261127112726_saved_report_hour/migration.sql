-- AlterTable
ALTER TABLE "saved_report" ADD COLUMN     "failure" TEXT,
ADD COLUMN     "hour" INTEGER,
ADD COLUMN     "timezone" TEXT,
ADD COLUMN     "weekday" INTEGER;
