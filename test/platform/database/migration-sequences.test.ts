import { expect, test } from 'vitest';
import { withSequences } from '../../../scripts/migrations/sequences.ts';

const table = (column: string) => `-- CreateTable
CREATE TABLE "label" (
    ${column},
    "seat_id" INTEGER NOT NULL,

    CONSTRAINT "label_pkey" PRIMARY KEY ("id")
);`;
const INDEX = '\n\n-- CreateIndex\nCREATE INDEX "label_seat_id_id_idx" ON "label"("seat_id", "id");';

test.each([
  ['INTEGER', 'SERIAL'],
  ['BIGINT', 'BIGSERIAL'],
])('the migration of a new table creates the sequence of its %s IDs', (type, serial) => {
  const written = withSequences(
    table(`"id" ${type} NOT NULL DEFAULT next_id('label_id_seq'::regclass)`) + INDEX,
  );
  expect(written).toBe(`${table(`"id" ${serial} NOT NULL`)}

-- IDs of dry runs are none of the sequence (20261124154500_placeholder_ids).
ALTER TABLE "label" ALTER COLUMN "id" SET DEFAULT next_id('label_id_seq'::regclass);${INDEX}`);
});

test('a table that takes its IDs from the sequence of another is left as it is', () => {
  const other = table(`"id" INTEGER NOT NULL DEFAULT next_id('line_id_seq'::regclass)`);
  expect(withSequences(other)).toBe(other);
});
