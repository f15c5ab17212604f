-- CreateTable
CREATE TABLE "saved_view" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "page" TEXT NOT NULL,
    "search" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);

-- IDs of dry runs are none of the sequence (20261124154500_placeholder_ids).
ALTER TABLE "saved_view" ALTER COLUMN "id" SET DEFAULT next_id('saved_view_id_seq'::regclass);

-- CreateIndex
CREATE INDEX "saved_view_seat_id_user_id_id_idx" ON "saved_view"("seat_id", "user_id", "id");
