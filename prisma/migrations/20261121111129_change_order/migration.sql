-- AlterTable
ALTER TABLE "change" ADD COLUMN     "tx" BIGINT NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "change_seat_id_tx_id_idx" ON "change"("seat_id", "tx", "id");
