import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { WireProfile } from '../../../src/domain/access/identity/wire-profile.ts';
import { mintVmcid } from '../../../src/domain/events/click/vmcid.ts';
import { startWorker } from '../../../src/operations/worker/worker.ts';
import type { Divergence } from '../../../src/rest/wire/divergence.ts';
import { DIVERGENCES } from '../../../src/rest/wire/divergences.ts';
import { reportHeadings, reportStatus } from '../../../src/rest/wire/report-ids.ts';
import { loadFacts } from '../../../src/warehouse/load.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { adGroupOf, campaignOf, keywordOf } from '../../rest/native/support.ts';
import { createTree, type WireAnswer, type WireCaller, wireTest } from '../../rest/wire/support.ts';
import { createClient } from '../../support/actors.ts';
import { assertionOf } from '../../support/assertion.ts';
import { csvOf } from '../../warehouse/support.ts';

/**
 * Every documented request of the intake, token, native and reporting interfaces, sent by a client of each wire
 * profile: both get the same answer, except for the differences that docs/wire-profiles.md lists. The traffic
 * interface is in traffic.test.ts, refusals are in test/rest.
 */
const test = await wireTest();
const { system, app } = test;
const worker = await startWorker({ system });
afterAll(() => worker.stop());
const { documented, observed } = await test.pair();
const { seatId } = documented.client;
const ids = await createTree(documented);
const { advertiserId, orderId, lineId } = ids;
const facts = join(system.config.dataDir, 'profiles.csv');
await writeFile(facts, csvOf([{ hour: '2026-01-10T12:00:00Z', advertiserId, campaignId: orderId, lineId }]));
await loadFacts(await openWarehouse(system), { file: facts });
const { id: pixelId } = await system.db.pixel.create({ data: { seatId, advertiserId, name: 'Orders' } });
const vmcid = mintVmcid(system, { seatId, advertiserId, campaignId: orderId, lineId, adId: 1 });

/** What a client of one profile sends with. */
interface Sender extends WireCaller {
  readonly wire: WireProfile;
  native(method: string, path: string, body?: unknown): Promise<WireAnswer>;
}

const senderOf = (caller: WireCaller, wire: WireProfile): Sender => ({
  ...caller,
  wire,
  native: (method, path, body) =>
    caller.send(method, `/v3/rest${path}`, { headers: { authorization: `Bearer ${caller.token}` }, body }),
});

const SCOPES = { dsp: 'dsp-api-access', events: 'pixel-event', aaca: 'upload' } as const;

/** A token from the token service, for a new client of the sender's profile. */
async function askToken({ wire }: Sender, realm: keyof typeof SCOPES): Promise<WireAnswer> {
  const client = await createClient(system, { seatId, realms: [realm], pixelIds: [pixelId], wire });
  const { statusCode, headers, body } = await app.inject({
    method: 'POST',
    url: '/identity/oauth2/access_token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertionOf({ ...client, realm, now: system.now() }),
      scope: SCOPES[realm],
      realm,
    }).toString(),
  });
  return { status: statusCode, headers: headers as Record<string, string>, body: JSON.parse(body) };
}

async function convert(sender: Sender, way: 'query' | 'body'): Promise<WireAnswer> {
  const { access_token: authorization } = (await askToken(sender, 'aaca')).body;
  const form = new URLSearchParams({
    vmcid,
    id: randomUUID(),
    dp: 'partner',
    gv: '12.5',
    gc: 'USD',
  }).toString();
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  return way === 'query'
    ? sender.send('GET', `/?${form}`, { headers })
    : sender.send('POST', '/', { headers, body: form });
}

/** The report of a payload, its status once it is finished, and its file. */
async function report(sender: Sender, payload: object) {
  const created = await sender.post('/extreport/', payload);
  if (created.status !== 200) throw new Error(JSON.stringify(created.body));
  for (let round = 0; round < 300; round += 1) {
    const status = await sender.get(`/extreport/${created.body.customerReportId}`);
    if (/^(success|failed)$/i.test(status.body.status)) {
      const { pathname, search } = new URL(status.body.url);
      return { created, status, file: (await app.inject(pathname + search)).body };
    }
    await sleep(50);
  }
  throw new Error('the report never finished');
}

const PAYLOAD = {
  reportOption: {
    timezone: 'Etc/GMT',
    currency: 4,
    dimensionTypeIds: [4, 5, 6],
    metricTypeIds: [1],
    accountIds: [advertiserId],
    filterOptions: [{ dimensionTypeId: 5, isExcluded: false, includeValues: [{ id: orderId, name: 'any' }] }],
    having: { type: 'and', havingSpecs: [{ metricTypeId: 1, type: 'greaterThan', value: 0 }] },
  },
  currency: 4,
  limitSpec: { columns: [{ direction: 'DESCENDING', metricTypeId: 1 }], limit: 10, type: 'default' },
  intervalTypeId: 2,
  dateTypeId: 11,
  startDate: '2026-01-01T00:00:00',
  endDate: '2026-01-31T23:59:59',
};
const BIDDING = {
  ...PAYLOAD,
  dataSource: 15,
  reportOption: { timezone: 'Etc/GMT', dimensionTypeIds: [4, 6], metricTypeIds: [173, 254, 583, 584] },
  limitSpec: undefined,
};

const inCapitals = (answer: WireAnswer): WireAnswer => ({
  ...answer,
  body: { ...answer.body, status: String(answer.body.status).toUpperCase() },
});
/** A report in the observed profile as the documented one has it: the opposite of what the entries say. */
const asDocumented = ({ created, status, file }: Awaited<ReturnType<typeof report>>) => {
  const plain = inCapitals(status);
  return {
    created: inCapitals(created),
    status: { ...plain, body: { ...plain.body, requestPayload: JSON.parse(plain.body.requestPayload) } },
    file: file.replace(/^.*\r\n/, (header) => header.replaceAll(/ Name(?=,|\r)/g, '')),
  };
};

interface Example {
  readonly title: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers, of whatever shape
  readonly send: (sender: Sender) => Promise<any>;
  /** Entries that change the answer, and how it is without them. */
  readonly differs?: {
    readonly entries: readonly Divergence[];
    // biome-ignore lint/suspicious/noExplicitAny: the same
    readonly undone: (answer: any) => unknown;
  };
}

const SEGMENTS = `advertiserId=${advertiserId}`;
const DICTIONARY = [
  ...['', '/language', '/country', '/timezone', '/device', '/currency', '/currency?code=EUR'],
  ...['/call_to_action_text/', '/call_to_action_text/?language=fr'],
  ...['/flash_sale_countdown_prefix_text/', '/flash_sale_countdown_prefix_text/?language=ja'],
  ...['/woeid/?type=country', '/woeid/?type=state', '/woeid?woeid=23424977&woeid=23424736'],
  ...['/woeid?location=aruba&type=country', '/woeid?location=arub&fuzzy=true'],
  ...['/bbsxd_supported_sites', '/bbsxd_supported_sites?category=mail', '/bbsxd_supported_site_groups'],
  ...['3p', 'data_providers', 'platform'].map((list) => `/interest_segments_${list}?${SEGMENTS}`),
];
const EVENTS = [
  {
    event_time: Math.floor(system.now().getTime() / 1000),
    action_source: 'WEBSITE',
    action_source_url: 'https://shoes.example/',
    user_data: { he: 'a'.repeat(64), idfa: '6d92078a-8246-4ba4-ae5b-76104861e7dc' },
    custom_data: {
      gv: '12.50',
      ec: 'shoes',
      el: 'red',
      ea: 'buy',
      product_id: ['1'],
      user_defined: { a: 'b' },
    },
  },
];

async function nativeTree(sender: Sender) {
  const campaign = await sender.native('POST', '/campaign', campaignOf(advertiserId));
  const campaignId = campaign.body.response.id;
  const group = await sender.native('POST', '/adgroup', adGroupOf({ advertiserId, campaignId }));
  return { campaignId, advertiserId, adGroupId: group.body.response.id };
}

const EXAMPLES: readonly Example[] = [
  ...DICTIONARY.map((path) => ({
    title: `GET /dictionary${path}`,
    send: (sender: Sender) => sender.native('GET', `/dictionary${path}`),
  })),
  {
    title: 'PUT /campaign/ with id and status',
    send: async (sender) => {
      const { campaignId: id } = await nativeTree(sender);
      return sender.native('PUT', '/campaign/', { id, status: 'PAUSED' });
    },
  },
  {
    title: 'POST /keyword/ of an array that fails in part',
    send: async (sender) => {
      const tree = await nativeTree(sender);
      const items = ['boots', 'boots', 'socks'].map((value) => keywordOf(tree, { value }));
      return sender.native('POST', '/keyword/', [
        ...items,
        keywordOf(tree, { value: 'hats', matchType: 'NONE' }),
      ]);
    },
  },
  ...[
    { title: 'a report', payload: PAYLOAD },
    { title: 'a bidding report', payload: BIDDING },
  ].map(({ title, payload }) => ({
    title,
    send: (sender: Sender) => report(sender, payload),
    differs: { entries: [reportStatus, reportHeadings], undone: asDocumented },
  })),
  {
    title: 'the close of books',
    send: (sender) => sender.get(`/extreport/cob?advertiserId=${advertiserId}&day=20260110`),
  },
  ...(['dsp', 'events', 'aaca'] as const).map((realm) => ({
    title: `a token of realm ${realm}`,
    send: (sender: Sender) => askToken(sender, realm),
  })),
  {
    title: 'events of a pixel',
    send: async (sender) => {
      const authorization = `Bearer ${(await askToken(sender, 'events')).body.access_token}`;
      return sender.send('POST', `/v1/pixels/${pixelId}/events`, {
        headers: { authorization },
        body: EVENTS,
      });
    },
  },
  { title: 'a conversion in the query string', send: (sender) => convert(sender, 'query') },
  { title: 'a conversion in the body', send: (sender) => convert(sender, 'body') },
];

/** Times, IDs and tokens differ between any two calls: of them only the kind is compared. */
const OF_THE_CALL = new Set(
  ['id', 'parentId', 'timestamp', 'createdDate', 'lastUpdateDate', 'campaignName', 'customerReportId'].concat(
    ['url', 'jobStartDate', 'jobEndDate', 'access_token', 'headers'],
  ),
);
const comparable = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (name, value) => (OF_THE_CALL.has(name) ? typeof value : value)));

const profiles = {
  documented: senderOf(documented, 'documented'),
  observed: senderOf(observed, 'observed'),
};

describe('documented requests in the observed profile', () => {
  it.each(EXAMPLES)('$title: answered alike, but for what an entry says', async ({ send, differs }) => {
    const expected = await send(profiles.documented);
    const answer = await send(profiles.observed);
    expect(comparable(differs ? differs.undone(answer) : answer)).toEqual(comparable(expected));
    const last = expected.status?.status ?? expected.status;
    expect(last).toBe(200);
    if (!differs) return;
    expect(comparable(answer)).not.toEqual(comparable(expected));
    for (const entry of differs.entries) expect(DIVERGENCES).toContain(entry);
  });
});
