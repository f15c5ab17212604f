-- CreateIndex
CREATE INDEX "ad_seat_id_updated_at_id_idx" ON "ad"("seat_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "campaign_seat_id_name_id_idx" ON "campaign"("seat_id", "name", "id");

-- CreateIndex
CREATE INDEX "campaign_seat_id_updated_at_id_idx" ON "campaign"("seat_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "line_seat_id_name_id_idx" ON "line"("seat_id", "name", "id");

-- CreateIndex
CREATE INDEX "line_seat_id_updated_at_id_idx" ON "line"("seat_id", "updated_at", "id");
