-- DropIndex
DROP INDEX "change_seat_id_tx_id_idx";

-- CreateTable
CREATE TABLE "change_epoch" (
    "id" SERIAL NOT NULL,
    "cluster" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_epoch_pkey" PRIMARY KEY ("id")
);
