-- Days of events that are files in the file store. Once a day is listed, its partition of `event` is no longer read.
CREATE TABLE "event_archive" (
    "day" DATE NOT NULL,
    "rows" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "files" TEXT[],
    "archived_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "event_archive_pkey" PRIMARY KEY ("day")
);
