-- Whether a conversion has flowed into the facts of reports; set in the transaction that lists its file.
ALTER TABLE "conversion" ADD COLUMN "in_facts" BOOLEAN NOT NULL DEFAULT false;

CREATE INDEX "conversion_in_facts_idx" ON "conversion"("received_at") WHERE NOT "in_facts";
