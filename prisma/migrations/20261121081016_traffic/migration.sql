-- An index over (advertiser, any field of the feed) needs integers in GIN.
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- CreateTable
CREATE TABLE "deal" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "exchange_id" BIGINT NOT NULL,
    "exchange_deal_id" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "reserve_price" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "account_group_id" INTEGER,
    "account_is_excluded" BOOLEAN NOT NULL,
    "accounts" INTEGER[],
    "account_groups" INTEGER[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bid_multiplier" (
    "id" SERIAL NOT NULL,
    "line_id" INTEGER NOT NULL,
    "target_type" TEXT NOT NULL,
    "target_value" INTEGER NOT NULL,
    "multiplier" DOUBLE PRECISION NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bid_multiplier_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "native_list" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "items" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "native_list_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "line_native_list" (
    "line_id" INTEGER NOT NULL,
    "native_list_id" INTEGER NOT NULL,

    CONSTRAINT "line_native_list_pkey" PRIMARY KEY ("line_id","native_list_id")
);

-- CreateTable
CREATE TABLE "product_set" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "advertiser_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "product_set_filter" JSONB,
    "is_all_products" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "product_set_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "line_funnel_attribute" (
    "id" SERIAL NOT NULL,
    "line_id" INTEGER NOT NULL,
    "product_set_id" INTEGER NOT NULL,
    "funnel_type" TEXT NOT NULL,
    "look_back" INTEGER NOT NULL,
    "exclude" BOOLEAN NOT NULL,

    CONSTRAINT "line_funnel_attribute_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_feed" (
    "advertiser_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "products" INTEGER NOT NULL,
    "loaded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "product_feed_pkey" PRIMARY KEY ("advertiser_id")
);

-- CreateTable
CREATE TABLE "product" (
    "advertiser_id" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "data" JSONB NOT NULL,

    CONSTRAINT "product_pkey" PRIMARY KEY ("advertiser_id","id")
);

-- CreateIndex
CREATE INDEX "deal_seat_id_id_idx" ON "deal"("seat_id", "id");

-- CreateIndex
CREATE INDEX "bid_multiplier_line_id_id_idx" ON "bid_multiplier"("line_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "bid_multiplier_line_id_target_type_target_value_key" ON "bid_multiplier"("line_id", "target_type", "target_value");

-- CreateIndex
CREATE INDEX "native_list_seat_id_id_idx" ON "native_list"("seat_id", "id");

-- CreateIndex
CREATE INDEX "native_list_advertiser_id_id_idx" ON "native_list"("advertiser_id", "id");

-- CreateIndex
CREATE INDEX "line_native_list_native_list_id_idx" ON "line_native_list"("native_list_id");

-- CreateIndex
CREATE INDEX "product_set_seat_id_id_idx" ON "product_set"("seat_id", "id");

-- CreateIndex
CREATE INDEX "product_set_advertiser_id_id_idx" ON "product_set"("advertiser_id", "id");

-- CreateIndex
CREATE INDEX "line_funnel_attribute_line_id_id_idx" ON "line_funnel_attribute"("line_id", "id");

-- CreateIndex
CREATE INDEX "line_funnel_attribute_product_set_id_idx" ON "line_funnel_attribute"("product_set_id");

-- CreateIndex
CREATE INDEX "product_any_field" ON "product" USING GIN ("advertiser_id" int4_ops, "data" jsonb_path_ops);

-- AddForeignKey
ALTER TABLE "deal" ADD CONSTRAINT "deal_seat_id_fkey" FOREIGN KEY ("seat_id") REFERENCES "seat"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bid_multiplier" ADD CONSTRAINT "bid_multiplier_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "native_list" ADD CONSTRAINT "native_list_advertiser_id_fkey" FOREIGN KEY ("advertiser_id") REFERENCES "advertiser"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line_native_list" ADD CONSTRAINT "line_native_list_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line_native_list" ADD CONSTRAINT "line_native_list_native_list_id_fkey" FOREIGN KEY ("native_list_id") REFERENCES "native_list"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_set" ADD CONSTRAINT "product_set_advertiser_id_fkey" FOREIGN KEY ("advertiser_id") REFERENCES "advertiser"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line_funnel_attribute" ADD CONSTRAINT "line_funnel_attribute_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line_funnel_attribute" ADD CONSTRAINT "line_funnel_attribute_product_set_id_fkey" FOREIGN KEY ("product_set_id") REFERENCES "product_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_feed" ADD CONSTRAINT "product_feed_advertiser_id_fkey" FOREIGN KEY ("advertiser_id") REFERENCES "advertiser"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Every advertiser has exactly one all-products set (RULINGS T12).
CREATE UNIQUE INDEX "product_set_all_products" ON "product_set"("advertiser_id") WHERE "is_all_products";
INSERT INTO "product_set" ("seat_id", "advertiser_id", "name", "type", "status", "is_all_products")
SELECT "seat_id", "id", 'All products', 'PRODUCT', 'ACTIVE', true FROM "advertiser";
