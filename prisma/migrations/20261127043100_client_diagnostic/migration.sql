-- CreateTable
CREATE TABLE "client_diagnostic" (
    "client_id" VARCHAR(64) NOT NULL,
    "kind" VARCHAR(32) NOT NULL,
    "subject" VARCHAR(160) NOT NULL,
    "message" VARCHAR(500) NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "client_diagnostic_pkey" PRIMARY KEY ("client_id","kind","subject")
);

-- CreateIndex
CREATE INDEX "client_diagnostic_last_at_idx" ON "client_diagnostic"("last_at");
