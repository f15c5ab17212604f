-- CreateTable
CREATE TABLE "sign_in_code" (
    "hash" BYTEA NOT NULL,
    "client_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_code_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "sign_in_code_expires_at_idx" ON "sign_in_code"("expires_at");

