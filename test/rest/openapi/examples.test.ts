import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import {
  CLOSE_OF_BOOKS,
  FINISHED_REPORT,
  QUEUED_REPORT,
  REPORT_FILE,
  REPORT_PAYLOAD,
  REPORT_REFUSALS,
} from '../../../src/rest/reporting/examples.ts';
import { reportingService } from '../reporting/support.ts';

/** That examples match their schemas is one of spectral's rules (document.test.ts). */

// biome-ignore lint/suspicious/noExplicitAny: a document is JSON of any shape
const document: any = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
const service = await reportingService();
const client = await service.client();
const { ids } = await service.advertiser(client);
await service.load([{ ...ids, hour: '2026-04-01T10:00:00Z', impressions: 5000 }]);

it('each body and answer of reporting has an example', () => {
  const operations = Object.entries<Record<string, object>>(document.paths)
    .filter(([path]) => path.includes('/extreport'))
    .flatMap(([, methods]) => Object.values(methods));
  // biome-ignore lint/suspicious/noExplicitAny: the same
  const examplesOf = ({ content }: any) => Object.values<any>(content ?? {}).map(({ example }) => example);
  expect(operations).toHaveLength(4);
  // biome-ignore lint/suspicious/noExplicitAny: the same
  for (const { requestBody, responses } of operations as any[]) {
    if (requestBody) expect(examplesOf(requestBody)).toEqual([REPORT_PAYLOAD]);
    for (const [status, response] of Object.entries<{ $ref?: string }>(responses)) {
      const named = document.components.responses[response.$ref?.split('/').at(-1) ?? ''];
      if (named) expect(examplesOf(named)).toEqual([REPORT_REFUSALS[Number(status)]]);
      else if (status !== '304') expect(examplesOf(response)).not.toContain(undefined);
    }
  }
});

it('they are what the service takes and answers', async () => {
  const fields = (body: object) => Object.keys(body).sort();
  const { reportOption } = REPORT_PAYLOAD;
  const payload = {
    ...REPORT_PAYLOAD,
    reportOption: { ...reportOption, accountIds: [ids.advertiserId] },
    dateTypeId: 10,
  };
  const created = await service.call(client, 'POST', '/extreport/', payload);
  expect(created).toMatchObject({ status: 200, body: { status: QUEUED_REPORT.status } });
  expect(fields(created.body)).toEqual(fields(QUEUED_REPORT));
  const report = await service.settle(client, created.body.customerReportId);
  expect(report).toMatchObject({ status: FINISHED_REPORT.status, requestPayload: payload });
  expect(fields(report)).toEqual(fields(FINISHED_REPORT));
  const [heading, ...rows]: string[][] = parse((await service.fetchCsv(report.url)).body);
  const [exampleHeading, ...exampleRows]: string[][] = parse(REPORT_FILE);
  expect(heading).toEqual(exampleHeading);
  expect(rows.map(({ length }) => length)).toEqual(exampleRows.map(({ length }) => length));
  const day = `/extreport/cob?advertiserId=${ids.advertiserId}&day=20260401`;
  expect(fields((await service.call(client, 'GET', day)).body)).toEqual(fields(CLOSE_OF_BOOKS));
});
