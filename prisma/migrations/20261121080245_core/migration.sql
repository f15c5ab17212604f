-- CreateTable
CREATE TABLE "ad" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "line_id" INTEGER NOT NULL,
    "creative_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "native_ad_status" TEXT,
    "native_ad_restrictions" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ad_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ad_schedule" (
    "id" SERIAL NOT NULL,
    "ad_id" INTEGER NOT NULL,
    "start_date" TIMESTAMPTZ(0) NOT NULL,
    "end_date" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "ad_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ad_countdown" (
    "id" SERIAL NOT NULL,
    "ad_id" INTEGER NOT NULL,
    "countdown_prefix_id" INTEGER,
    "end_date" TIMESTAMPTZ(0) NOT NULL,
    "timezone" TEXT NOT NULL,

    CONSTRAINT "ad_countdown_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "advertiser" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "account_group_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "landing_page_url" TEXT NOT NULL,
    "iab_category_id" INTEGER NOT NULL,
    "iab_secondary_category_id" INTEGER NOT NULL DEFAULT -1,
    "timezone" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "billing_price" DOUBLE PRECISION NOT NULL,
    "contact" JSONB NOT NULL,
    "billing_contact" JSONB,
    "is_crossdevice_off" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "advertiser_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pixel" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "dot_pixel" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pixel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "creative" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'ACTIVE',
    "title" TEXT,
    "description" TEXT,
    "landing_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "creative_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'ACTIVE',
    "budget" DOUBLE PRECISION,
    "budget_type" TEXT,
    "objective" TEXT,
    "language" TEXT,
    "channel" TEXT,
    "is_partner_network" TEXT,
    "advanced_geo_pos" TEXT,
    "advanced_geo_neg" TEXT,
    "extra" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "package" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "package_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "location" (
    "woeid" INTEGER NOT NULL,
    "parent_woeid" INTEGER,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "country_code" TEXT,
    "code" TEXT,

    CONSTRAINT "location_pkey" PRIMARY KEY ("woeid")
);

-- CreateTable
CREATE TABLE "category" (
    "id" INTEGER NOT NULL,
    "parent_id" INTEGER,
    "name" TEXT NOT NULL,

    CONSTRAINT "category_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dictionary_entry" (
    "list" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "value" TEXT NOT NULL,
    "name" TEXT,

    CONSTRAINT "dictionary_entry_pkey" PRIMARY KEY ("list","value")
);

-- CreateTable
CREATE TABLE "change" (
    "id" BIGSERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "resource" TEXT NOT NULL,
    "resource_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "client_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "fields" JSONB NOT NULL,

    CONSTRAINT "change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "line" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "package_id" INTEGER,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "is_native_enabled" BOOLEAN,
    "supply_type" TEXT,
    "language" TEXT,
    "objective" TEXT,
    "media_type" TEXT,
    "goal_type" TEXT,
    "goal_mode_type" TEXT,
    "pacing_mode_type" TEXT,
    "billing_method_type" TEXT,
    "margin_type" TEXT,
    "budget_type" TEXT,
    "daily_budget_type" TEXT,
    "bid_price" DOUBLE PRECISION,
    "goal_amount" DOUBLE PRECISION,
    "max_goal" DOUBLE PRECISION,
    "margin_goal" DOUBLE PRECISION,
    "billing_price" DOUBLE PRECISION,
    "completion_threshold" DOUBLE PRECISION,
    "bid_multiplier_cap" DOUBLE PRECISION,
    "extra" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "line_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "line_schedule" (
    "id" SERIAL NOT NULL,
    "line_id" INTEGER NOT NULL,
    "budget" DOUBLE PRECISION,
    "daily_budget_type" TEXT,
    "start_date" TIMESTAMPTZ(0) NOT NULL,
    "end_date" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "line_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "line_fee" (
    "id" SERIAL NOT NULL,
    "line_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "fee" DOUBLE PRECISION NOT NULL,
    "type_name" TEXT NOT NULL,

    CONSTRAINT "line_fee_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "line_conversion" (
    "id" SERIAL NOT NULL,
    "line_id" INTEGER NOT NULL,
    "beacon_id" INTEGER NOT NULL,
    "name" TEXT,
    "view_window" INTEGER,
    "click_window" INTEGER,
    "view_window_unit_type" TEXT,
    "click_window_unit_type" TEXT,
    "accept_view_through" BOOLEAN,
    "view_beacon_value_discount" DOUBLE PRECISION,
    "beacon_value_pc" DOUBLE PRECISION,

    CONSTRAINT "line_conversion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "line_target_type" (
    "line_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "is_targeted" BOOLEAN NOT NULL,

    CONSTRAINT "line_target_type_pkey" PRIMARY KEY ("line_id","name")
);

-- CreateTable
CREATE TABLE "line_geo" (
    "line_id" INTEGER NOT NULL,
    "woeid" INTEGER NOT NULL,

    CONSTRAINT "line_geo_pkey" PRIMARY KEY ("line_id","woeid")
);

-- CreateTable
CREATE TABLE "seat" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "legal_compliance_country" TEXT,
    "read_only" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seat_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_group" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_user" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seat_member" (
    "user_id" INTEGER NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "seat_member_pkey" PRIMARY KEY ("user_id","seat_id")
);

-- CreateTable
CREATE TABLE "api_client" (
    "id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "realms" TEXT[],
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_secret_until" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "client_pixel" (
    "client_id" TEXT NOT NULL,
    "pixel_id" INTEGER NOT NULL,

    CONSTRAINT "client_pixel_pkey" PRIMARY KEY ("client_id","pixel_id")
);

-- CreateIndex
CREATE INDEX "ad_seat_id_id_idx" ON "ad"("seat_id", "id");

-- CreateIndex
CREATE INDEX "ad_line_id_id_idx" ON "ad"("line_id", "id");

-- CreateIndex
CREATE INDEX "ad_creative_id_idx" ON "ad"("creative_id");

-- CreateIndex
CREATE INDEX "ad_schedule_ad_id_id_idx" ON "ad_schedule"("ad_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ad_countdown_ad_id_key" ON "ad_countdown"("ad_id");

-- CreateIndex
CREATE INDEX "advertiser_seat_id_id_idx" ON "advertiser"("seat_id", "id");

-- CreateIndex
CREATE INDEX "advertiser_account_group_id_idx" ON "advertiser"("account_group_id");

-- CreateIndex
CREATE INDEX "pixel_seat_id_id_idx" ON "pixel"("seat_id", "id");

-- CreateIndex
CREATE INDEX "pixel_advertiser_id_id_idx" ON "pixel"("advertiser_id", "id");

-- CreateIndex
CREATE INDEX "creative_seat_id_id_idx" ON "creative"("seat_id", "id");

-- CreateIndex
CREATE INDEX "creative_advertiser_id_id_idx" ON "creative"("advertiser_id", "id");

-- CreateIndex
CREATE INDEX "campaign_seat_id_id_idx" ON "campaign"("seat_id", "id");

-- CreateIndex
CREATE INDEX "campaign_advertiser_id_id_idx" ON "campaign"("advertiser_id", "id");

-- CreateIndex
CREATE INDEX "package_campaign_id_idx" ON "package"("campaign_id");

-- CreateIndex
CREATE INDEX "location_type_idx" ON "location"("type");

-- CreateIndex
CREATE INDEX "location_parent_woeid_idx" ON "location"("parent_woeid");

-- CreateIndex
CREATE INDEX "category_parent_id_idx" ON "category"("parent_id");

-- CreateIndex
CREATE INDEX "dictionary_entry_list_position_idx" ON "dictionary_entry"("list", "position");

-- CreateIndex
CREATE INDEX "change_seat_id_id_idx" ON "change"("seat_id", "id");

-- CreateIndex
CREATE INDEX "change_resource_resource_id_id_idx" ON "change"("resource", "resource_id", "id");

-- CreateIndex
CREATE INDEX "line_seat_id_id_idx" ON "line"("seat_id", "id");

-- CreateIndex
CREATE INDEX "line_campaign_id_id_idx" ON "line"("campaign_id", "id");

-- CreateIndex
CREATE INDEX "line_advertiser_id_id_idx" ON "line"("advertiser_id", "id");

-- CreateIndex
CREATE INDEX "line_schedule_line_id_id_idx" ON "line_schedule"("line_id", "id");

-- CreateIndex
CREATE INDEX "line_fee_line_id_id_idx" ON "line_fee"("line_id", "id");

-- CreateIndex
CREATE INDEX "line_conversion_line_id_id_idx" ON "line_conversion"("line_id", "id");

-- CreateIndex
CREATE INDEX "line_conversion_beacon_id_idx" ON "line_conversion"("beacon_id");

-- CreateIndex
CREATE INDEX "account_group_seat_id_idx" ON "account_group"("seat_id");

-- CreateIndex
CREATE INDEX "seat_member_seat_id_idx" ON "seat_member"("seat_id");

-- CreateIndex
CREATE INDEX "api_client_user_id_idx" ON "api_client"("user_id");

-- CreateIndex
CREATE INDEX "api_client_seat_id_idx" ON "api_client"("seat_id");

-- CreateIndex
CREATE INDEX "client_pixel_pixel_id_idx" ON "client_pixel"("pixel_id");

-- AddForeignKey
ALTER TABLE "ad" ADD CONSTRAINT "ad_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ad" ADD CONSTRAINT "ad_creative_id_fkey" FOREIGN KEY ("creative_id") REFERENCES "creative"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ad_schedule" ADD CONSTRAINT "ad_schedule_ad_id_fkey" FOREIGN KEY ("ad_id") REFERENCES "ad"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ad_countdown" ADD CONSTRAINT "ad_countdown_ad_id_fkey" FOREIGN KEY ("ad_id") REFERENCES "ad"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "advertiser" ADD CONSTRAINT "advertiser_seat_id_fkey" FOREIGN KEY ("seat_id") REFERENCES "seat"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "advertiser" ADD CONSTRAINT "advertiser_account_group_id_fkey" FOREIGN KEY ("account_group_id") REFERENCES "account_group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pixel" ADD CONSTRAINT "pixel_advertiser_id_fkey" FOREIGN KEY ("advertiser_id") REFERENCES "advertiser"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "creative" ADD CONSTRAINT "creative_advertiser_id_fkey" FOREIGN KEY ("advertiser_id") REFERENCES "advertiser"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign" ADD CONSTRAINT "campaign_advertiser_id_fkey" FOREIGN KEY ("advertiser_id") REFERENCES "advertiser"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "package" ADD CONSTRAINT "package_campaign_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaign"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line" ADD CONSTRAINT "line_advertiser_id_fkey" FOREIGN KEY ("advertiser_id") REFERENCES "advertiser"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line" ADD CONSTRAINT "line_campaign_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaign"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line" ADD CONSTRAINT "line_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "package"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line_schedule" ADD CONSTRAINT "line_schedule_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line_fee" ADD CONSTRAINT "line_fee_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line_conversion" ADD CONSTRAINT "line_conversion_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line_conversion" ADD CONSTRAINT "line_conversion_beacon_id_fkey" FOREIGN KEY ("beacon_id") REFERENCES "pixel"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line_target_type" ADD CONSTRAINT "line_target_type_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line_geo" ADD CONSTRAINT "line_geo_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line_geo" ADD CONSTRAINT "line_geo_woeid_fkey" FOREIGN KEY ("woeid") REFERENCES "location"("woeid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_group" ADD CONSTRAINT "account_group_seat_id_fkey" FOREIGN KEY ("seat_id") REFERENCES "seat"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seat_member" ADD CONSTRAINT "seat_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seat_member" ADD CONSTRAINT "seat_member_seat_id_fkey" FOREIGN KEY ("seat_id") REFERENCES "seat"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_client" ADD CONSTRAINT "api_client_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_client" ADD CONSTRAINT "api_client_seat_id_fkey" FOREIGN KEY ("seat_id") REFERENCES "seat"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client_pixel" ADD CONSTRAINT "client_pixel_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "api_client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client_pixel" ADD CONSTRAINT "client_pixel_pixel_id_fkey" FOREIGN KEY ("pixel_id") REFERENCES "pixel"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
