ALTER TABLE "line_geo" ADD COLUMN "excluded" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "line_deal" (
    "line_id" INTEGER NOT NULL,
    "deal_id" INTEGER NOT NULL,

    CONSTRAINT "line_deal_pkey" PRIMARY KEY ("line_id","deal_id")
);

CREATE TABLE "line_exchange" (
    "line_id" INTEGER NOT NULL,
    "exchange_id" INTEGER NOT NULL,
    "excluded" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "line_exchange_pkey" PRIMARY KEY ("line_id","exchange_id")
);

CREATE INDEX "line_deal_deal_id_idx" ON "line_deal"("deal_id");

ALTER TABLE "line_deal" ADD CONSTRAINT "line_deal_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "line_deal" ADD CONSTRAINT "line_deal_deal_id_fkey" FOREIGN KEY ("deal_id") REFERENCES "deal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "line_exchange" ADD CONSTRAINT "line_exchange_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
