-- CreateTable
CREATE TABLE "signing_key" (
    "kid" TEXT NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "private_key" BYTEA NOT NULL,
    "active_from" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signing_key_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "spent_assertion" (
    "key" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_assertion_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "revoked_token" (
    "jti" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "revoked_token_pkey" PRIMARY KEY ("jti")
);

-- CreateTable
CREATE TABLE "authorization_code" (
    "hash" BYTEA NOT NULL,
    "client_id" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "authorization_code_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "user_quota" (
    "user_id" INTEGER NOT NULL,
    "get_per_min" INTEGER,
    "get_per_hr" INTEGER,
    "get_per_day" INTEGER,
    "put_per_min" INTEGER,
    "put_per_hr" INTEGER,
    "put_per_day" INTEGER,
    "post_per_min" INTEGER,
    "post_per_hr" INTEGER,
    "post_per_day" INTEGER,
    "native_per_hr" INTEGER,
    "graphql_per_hr" INTEGER,

    CONSTRAINT "user_quota_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "advertiser_quota" (
    "advertiser_id" INTEGER NOT NULL,
    "events_per_sec" INTEGER NOT NULL,

    CONSTRAINT "advertiser_quota_pkey" PRIMARY KEY ("advertiser_id")
);

-- CreateIndex
CREATE INDEX "spent_assertion_expires_at_idx" ON "spent_assertion"("expires_at");

-- CreateIndex
CREATE INDEX "revoked_token_expires_at_idx" ON "revoked_token"("expires_at");

-- CreateIndex
CREATE INDEX "authorization_code_expires_at_idx" ON "authorization_code"("expires_at");
