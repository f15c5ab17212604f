-- CreateTable
CREATE TABLE "segment" (
    "id" SERIAL NOT NULL,
    "seat_id" INTEGER NOT NULL,
    "pixel_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "ec" TEXT,
    "el" TEXT,
    "ea" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "segment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "segment_seat_id_id_idx" ON "segment"("seat_id", "id");

-- CreateIndex
CREATE INDEX "segment_pixel_id_id_idx" ON "segment"("pixel_id", "id");

-- AddForeignKey
ALTER TABLE "segment" ADD CONSTRAINT "segment_pixel_id_fkey" FOREIGN KEY ("pixel_id") REFERENCES "pixel"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
