import { expect, it } from 'vitest';
import { reportUrl } from '../../../../src/domain/reporting/report/link.ts';
import type { Report } from '../../../../src/platform/database/generated/prisma/client.ts';
import { testSystem } from '../../../support/system.ts';

it('the link of a report contains the path of the public URL', async () => {
  const system = await testSystem({ env: { FLIGHTLINE_REPORTING_PREFIX: '/api' } });
  const report = { status: 'SUCCESS', customerReportId: 'r-1', createdAt: new Date() } as Report;
  const behind = { ...system, publicUrls: ['https://ads.example/flightline'] };
  expect(reportUrl(behind, report)).toMatch(
    /^https:\/\/ads\.example\/flightline\/api\/extreport\/r-1\/download\?expires=\d+&signature=/,
  );
});
