-- AlterTable
ALTER TABLE "user_quota" ADD COLUMN     "report_get_per_day" INTEGER,
ADD COLUMN     "report_get_per_hr" INTEGER,
ADD COLUMN     "report_get_per_min" INTEGER,
ADD COLUMN     "report_post_per_day" INTEGER,
ADD COLUMN     "report_post_per_hr" INTEGER,
ADD COLUMN     "report_post_per_min" INTEGER;
