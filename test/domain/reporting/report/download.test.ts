import { expect, test } from 'vitest';
import type { System } from '../../../../src/domain/context.ts';
import { openReportFile } from '../../../../src/domain/reporting/report/download.ts';
import { testSystem } from '../../../support/system.ts';

const ADDRESS = 'https://store.example/reports/r/1.csv?signature=x';
const HEADERS = { contentType: 'text/csv', disposition: 'attachment' };

const system = await testSystem();

/** A finished report whose file is in an object store. */
async function addressIf(redirectsDownloads: boolean): Promise<string | undefined> {
  const report = { fileName: 'reports/r/1.csv', fileBytes: 10n };
  const stored = {
    ...system,
    config: { ...system.config, redirectsDownloads },
    db: { report: { findUnique: async () => report } },
    files: { exists: async () => true, link: async () => ADDRESS },
  } as unknown as System;
  return (await openReportFile(stored, 'r'))?.link?.(HEADERS);
}

test('a download passes through the service, unless the setting sends it to the store', async () => {
  expect(await addressIf(false)).toBeUndefined();
  expect(await addressIf(true)).toBe(ADDRESS);
});
