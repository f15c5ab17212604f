import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  CreateAdvertiserDocument,
  CreateCampaignDocument,
  CreateLineDocument,
  UpdateLineDocument,
  UpdateTargetingDocument,
} from '../../src/client/documents.ts';
import { unwrap } from '../../src/client/index.ts';
import { advertiserInput } from '../support/traffic/traffic.ts';
import { serve, spyFetch } from './service.ts';

const service = await serve({ worker: true });
const ARUBA = 23424736;

/** A client that has made an advertiser and a running line, for which there are facts. */
async function newcomer(intercept?: Parameters<typeof spyFetch>[0]) {
  const spy = spyFetch(intercept);
  const sleep = async () => pause(20);
  const client = service.connect(await service.register(), { fetch: spy.fetch, sleep });
  const input = advertiserInput();
  const { advertiser } = unwrap((await client.request(CreateAdvertiserDocument, { input })).createAdvertiser);
  const { createCampaign } = await client.request(CreateCampaignDocument, {
    input: { advertiserId: advertiser.id, name: 'Spring' },
  });
  const { campaign } = unwrap(createCampaign);
  const { createLine } = await client.request(CreateLineDocument, {
    input: { campaignId: campaign.id, name: 'Line' },
  });
  const { line } = unwrap(createLine);
  const geography = {
    lineId: line.id,
    types: [{ name: 'GEOGRAPHY' as const, isTargeted: true }],
    geos: { added: [ARUBA] },
  };
  unwrap((await client.request(UpdateTargetingDocument, { input: geography })).updateTargeting);
  const { updateLine } = await client.request(UpdateLineDocument, {
    input: { id: line.id, status: 'ACTIVE' },
  });
  expect(unwrap(updateLine).line.status).toBe('ACTIVE');
  const ids = {
    advertiserId: advertiser.databaseId,
    campaignId: campaign.databaseId,
    lineId: line.databaseId,
  };
  await service.loadFacts([{ ...ids, hour: '2026-03-01T05:00:00Z', impressions: 70 }]);
  return { client, ids, ...spy };
}

const IMPRESSIONS = {
  reportOption: { timezone: 'Etc/GMT', metricTypeIds: [1], dimensionTypeIds: [6] },
  dateTypeId: 11,
  intervalTypeId: 2,
  startDate: '2026-03-01T00:00:00',
  endDate: '2026-03-01T23:59:59',
};
const csvOf = (lineId: number) => `Day,Line Id,Line,Impressions\r\n2026-03-01,${lineId},Line,70\r\n`;

describe('reports.run', () => {
  it('creates a report, follows its status by subscription, and streams the CSV', async () => {
    const { client, ids, to } = await newcomer();
    const states: string[] = [];
    const report = await client.reports.run(IMPRESSIONS, { onStatus: ({ status }) => states.push(status) });
    expect(report).toMatchObject({ status: 'SUCCESS', numRows: 1 });
    expect(states.at(-1)).toBe('SUCCESS');
    expect(await report.text()).toBe(csvOf(ids.lineId));
    const bytes: Uint8Array[] = [];
    const reader = (await report.csv()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) bytes.push(part.value);
    expect(Buffer.concat(bytes).toString()).toBe(csvOf(ids.lineId));
    expect(to('/download')[0]?.headers.has('authorization')).toBe(false);
  });

  it('polls if no stream can be opened', async () => {
    const { client, ids } = await newcomer((_call, _url, init) =>
      new Headers(init?.headers).get('accept') === 'text/event-stream'
        ? new Response('', { status: 406 })
        : undefined,
    );
    const report = await client.reports.run(IMPRESSIONS);
    expect(await report.text()).toBe(csvOf(ids.lineId));
  });

  it('throws every issue of a payload that is refused', async () => {
    const { client } = await newcomer();
    await expect(client.reports.run({ dateTypeId: 99 })).rejects.toMatchObject({
      name: 'RefusedError',
      type: 'ValidationError',
      issues: expect.arrayContaining([expect.objectContaining({ path: 'dateTypeId' })]),
    });
  });

  it('stops waiting when the caller aborts', async () => {
    const { client } = await newcomer();
    const stop = new AbortController();
    const run = client.reports.run(IMPRESSIONS, {
      signal: stop.signal,
      onStatus: () => stop.abort(new Error('enough')),
    });
    await expect(run.then((report) => report.text())).rejects.toThrow('enough');
  });
});
