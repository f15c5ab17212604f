-- AlterTable
ALTER TABLE "creative" ADD COLUMN     "tag_url" TEXT,
ADD COLUMN     "third_party_code" TEXT,
ADD COLUMN     "type" TEXT;

-- AlterTable
ALTER TABLE "interest_segment" ADD COLUMN     "audience_size" INTEGER,
ADD COLUMN     "country_codes" TEXT[];

-- AlterTable
ALTER TABLE "native_list" ADD COLUMN     "is_app_list" BOOLEAN NOT NULL DEFAULT false;
