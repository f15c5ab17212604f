-- AlterTable
ALTER TABLE "api_client" ADD COLUMN     "rotated_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "installation" (
    "number" INTEGER NOT NULL DEFAULT 1,
    "id" UUID NOT NULL,
    "canary" BYTEA,
    "files_claimed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("number"),
    CONSTRAINT "installation_has_one_row" CHECK ("number" = 1)
);
