import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FactDraft } from '../../../src/domain/sandbox/delivery/fact-draft.ts';
import type { FactRecord } from '../../../src/domain/sandbox/delivery/hour-facts.ts';

const record: FactRecord = {
  ...{ hour: '2027-01-01T00:00:00Z', advertiserId: 1, campaignId: 2, lineId: 3, adId: 4, packageId: '' },
  ...{ country: 'AW', impressions: 5, clicks: 1, spend: '0.100000' },
  ...{ qualifiedBidRequests: 9, bidResponses: 8, availableBidRequests: 7 },
};

test('what was added is in the file, under one header', async () => {
  const place = join(tmpdir(), `draft-${process.pid}.csv`);
  const draft = await FactDraft.create(place);
  draft.add(record);
  await draft.write();
  for (let count = 0; count < 10_000; count += 1) draft.add(record);
  await draft.write();
  await draft.close();
  await draft.close();
  const lines = (await readFile(place, 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(10_002);
  expect(new Set(lines.slice(1)).size).toBe(1);
  expect(draft.rows).toBe(10_001);
});

test('a full disk fails the write, and affects nothing else', async () => {
  const draft = await FactDraft.create('/dev/full');
  for (let count = 0; count < 10_000; count += 1) draft.add(record);
  await expect(draft.write()).rejects.toThrow('ENOSPC');
  await draft.close();
});
