import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { createPixel } from '../../../src/domain/audiences/pixel/create.ts';
import { createCreative } from '../../../src/domain/campaigns/creative/create.ts';
import { linkSavedReport, savedReportUrl } from '../../../src/domain/reporting/saved-report/link.ts';
import { ASSERTION, TOKEN } from '../../../src/rest/identity/examples.ts';
import { EXAMPLE_TIME, IDS } from '../../../src/rest/openapi/examples.ts';
import { FINISHED_REPORT } from '../../../src/rest/reporting/examples.ts';
import { AD } from '../../../src/rest/traffic/examples.ts';
import { contextOf, tokenFor } from '../../support/actors.ts';
import { assertionOf } from '../../support/assertion.ts';
import { documented } from '../../support/documented.ts';
import { reportingService } from '../reporting/support.ts';
import { pointerPart, schemaChecker } from './checker.ts';
import { CALLS, SAVED_REPORT_URL } from './example-calls.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document and its examples are JSON of any shape
type Json = any;
const read = (file: string): Json =>
  JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));
const document = read('openapi.json');
const operations = new Map<string, Json>(
  Object.values<Json>(document.paths).flatMap((methods) =>
    Object.entries<Json>(methods).map(([method, operation]) => [
      operation.operationId,
      { method, ...operation },
    ]),
  ),
);
const contentsOf = ({ content }: Json): [string, Json][] => Object.entries<Json>(content ?? {});

/** Every body of a document, with a pointer to it. */
const bodiesOf = (document: Json) =>
  [
    ...Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).flatMap(([method, { requestBody = {}, responses }]) => [
        [['paths', path, method, 'requestBody'], requestBody],
        ...Object.entries(responses).map(([status, response]) => [
          ['paths', path, method, 'responses', status],
          response,
        ]),
      ]),
    ),
    ...Object.entries(document.components.responses).map(([name, response]) => [
      ['components', 'responses', name],
      response,
    ]),
  ].flatMap(([pointer, body]) =>
    contentsOf(body).map(([type, { example }]) => ({ pointer: [...pointer, 'content', type], example })),
  );

it.each([
  ['openapi.json', 150],
  ['openapi-observed.json', 60],
])('each body of %s has an example, with all fields that its schema requires and no other', (file, most) => {
  const document = read(file);
  const bodies = bodiesOf(document);
  const check = schemaChecker(document);
  const findings = bodies.flatMap(({ pointer, example }) =>
    check(`#/${[...pointer, 'schema'].map(pointerPart).join('/')}`, example).map(
      (finding) => `${pointer.join(' ')}: ${finding}`,
    ),
  );
  expect(bodies.length).toBeGreaterThan(most);
  expect(findings).toEqual([]);
});

const { system, app, client: newClient, load, settle } = await reportingService();
system.advance((EXAMPLE_TIME.getTime() - Date.now()) / 1000);
const client = await newClient({ realms: ['dsp', 'events', 'aaca', 'admin'] });
const dsp = await tokenFor(system, client);
const xAuth = { 'x-auth-method': 'OAuth2', 'x-auth-token': dsp };
const HEADERS: Readonly<Record<string, Record<string, string>>> = {
  Traffic: xAuth,
  Reporting: xAuth,
  Native: { authorization: `Bearer ${dsp}` },
  'Pixel events': { authorization: `Bearer ${await tokenFor(system, client, { realm: 'events' })}` },
  'Conversion postback': { authorization: await tokenFor(system, client, { realm: 'aaca' }) },
  'Token service': { authorization: `Bearer ${await tokenFor(system, client, { realm: 'admin' })}` },
};

/** The service's own values, by those of the examples. */
const real = new Map<unknown, unknown>([[TOKEN, dsp]]);
const ids = new Set<unknown>([...Object.values(IDS), FINISHED_REPORT.customerReportId]);

const eachPart = (value: Json, change: (part: Json) => Json): Json => {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part)]));
};
const inReality = (value: Json): Json => real.get(value) ?? eachPart(value, inReality);
const urlInReality = (url: string): string =>
  url.replace(/[\da-f]{8}-[\da-f-]{27}|\b\d{3,4}\b/g, (id) =>
    String(real.get(id) ?? real.get(Number(id)) ?? id),
  );

/** Learns the IDs that the service gave to what an example created. */
function learn(example: Json, answer: Json): void {
  if (ids.has(example) && !real.has(example)) real.set(example, answer);
  if (typeof example !== 'object' || example === null) return;
  for (const [name, part] of Object.entries(example)) learn(part, answer?.[name]);
}

/** Times differ by when a call is made. */
function withoutTimes(value: Json): Json {
  if (typeof value === 'number' && value > 1e12) return 'time';
  if (typeof value !== 'string') return eachPart(value, withoutTimes);
  return /^\d{4}-\d\d-\d\d(T.*\.\d{3}| \d{1,2}:\d\d:)/.test(value) ? 'time' : value;
}

/** The names and types of values; of an array those of its first item. */
function shapeOf(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  return typeof value === 'object' && value !== null ? eachPart(value, shapeOf) : typeof value;
}

/** Values of these depend on the call: tokens, keys, counts and reports. */
const BY_SHAPE = new Set([
  ...['requestToken', 'introspectToken', 'listKeys', 'getRateLimit'],
  ...['createReport', 'getReport', 'getCloseOfBooks'],
]);

/** What the service needs before a call, because REST does not create it. */
const BEFORE: Readonly<Record<string, () => Promise<unknown>>> = {
  listBeacons: async () => {
    const input = { advertiserId: real.get(IDS.advertiser), name: 'Orders' };
    const pixel = await createPixel({ ctx: await contextOf(system, client), input });
    await system.db.clientPixel.create({ data: { clientId: client.clientId, pixelId: pixel.id } });
    real.set(IDS.pixel, pixel.id);
  },
  createAd: async () => {
    const input = {
      advertiserId: real.get(IDS.advertiser),
      name: AD.answer.name,
      mediaType: AD.answer.mediaType,
    };
    const creative = await createCreative({ ctx: await contextOf(system, client), input });
    real.set(IDS.creative, creative.id);
  },
  createReport: () => {
    const [advertiserId, campaignId, lineId] = [IDS.advertiser, IDS.campaign, IDS.line].map(inReality);
    return load([{ advertiserId, campaignId, lineId, hour: '2026-07-30T10:00:00Z', impressions: 5000 }]);
  },
  getReport: () => settle(client, inReality(FINISHED_REPORT.customerReportId)),
  downloadReport: async () => {
    const { url } = await settle(client, inReality(FINISHED_REPORT.customerReportId));
    real.set(FINISHED_REPORT.url, new URL(url).pathname + new URL(url).search);
  },
  downloadSavedReport: async () => {
    const { seatId, userId } = client;
    const lastReport = inReality(FINISHED_REPORT.customerReportId);
    const data = { seatId, userId, name: 'Weekly', payload: {}, lastReport };
    const { id } = await system.db.savedReport.create({ data });
    const saved = await linkSavedReport({ ctx: await contextOf(system, client), id });
    const url = new URL(savedReportUrl(system, saved) ?? '');
    real.set(SAVED_REPORT_URL, url.pathname + url.search);
  },
  requestToken: async () =>
    real.set(ASSERTION.client_assertion, assertionOf({ ...client, now: system.now() })),
  revokeToken: async () =>
    real.set(ASSERTION.client_assertion, assertionOf({ ...client, now: system.now() })),
};

const called = new Set<string>();

it.each(CALLS)('%s accepts and returns what its example shows', async (id, exampleUrl) => {
  await BEFORE[id]?.();
  const { method, tags, requestBody, responses } = operations.get(id);
  const [[type = '', body] = []] = requestBody ? contentsOf(requestBody) : [];
  const sent = inReality(body?.example);
  const answer = documented(
    await app.inject({
      method,
      url: real.has(exampleUrl) ? String(real.get(exampleUrl)) : urlInReality(exampleUrl),
      headers: { ...HEADERS[tags[0]], ...(body && { 'content-type': type }) },
      ...(body && { payload: type.includes('json') ? sent : String(new URLSearchParams(sent)) }),
    }),
  );
  called.add(id);
  expect({
    status: answer.statusCode,
    ignored: answer.headers['x-ignored-fields'],
    body: answer.body,
  }).toMatchObject({ status: 200, ignored: undefined });
  const [[answerType = '', described] = []] = contentsOf(responses[200]);
  if (!described) return expect(answer.body).toBe('');
  const { example } = described;
  if (answerType === 'text/csv') {
    const columns = (csv: string) => parse(csv, { to: 1 })[0];
    return expect(columns(answer.body)).toEqual(columns(example));
  }
  learn(example, answer.json());
  if (BY_SHAPE.has(id)) return expect(shapeOf(answer.json())).toEqual(shapeOf(example));
  const [expected, actual] = [inReality(example), answer.json()].map(withoutTimes);
  // A list can have more rows than its example.
  if (Array.isArray(expected.response)) expected.response = expect.arrayContaining(expected.response);
  expect(actual).toEqual(expected);
});

it('no operation of the document was left out', () => {
  expect([...operations.keys()].filter((id) => !called.has(id))).toEqual([]);
});
