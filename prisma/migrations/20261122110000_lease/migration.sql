-- CreateTable
CREATE TABLE "lease" (
    "name" VARCHAR(64) NOT NULL,
    "holder" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "lease_pkey" PRIMARY KEY ("name")
);
