import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { advertiserInput } from '../../support/traffic/traffic.ts';
import { createTree, type WireAnswer, wireTest } from './support.ts';

/** Every field of every body that clients of the observed profile can send: answered as sent, named as ignored, or refused by name. */

const test = await wireTest();

// biome-ignore lint/suspicious/noExplicitAny: schemas and bodies are JSON of any shape
type Json = any;
const documentOf = (file: string): Json =>
  JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));

/** What a field does not take is refused. */
const VALUES = ['x', 3];
const AT_ONCE = 8;
/** What is read back with PUT, and changes nothing. */
const READ_ONLY = ['id', 'createdAt', 'updatedAt', 'accountGroupId'];
/** Hashes are not answered, and a billing contact only in seats of some countries. */
const WRITE_ONLY = ['seedList', 'removedSeedList', 'add', 'remove', 'billingContact'];

/** What is refused under another name, because the value is derived from it. */
const OTHER_NAMES: Readonly<Record<string, string>> = { mediaType: 'creativeType' };

/** A cap on multipliers is answered as an object. */
const answeredAs = (name: string, value: unknown) =>
  name === 'bidMultiplierCap' ? { multiplierCap: value } : value;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly fields: readonly (readonly string[])[];
}

function operationsOf(file: string, isWanted: (path: string) => boolean): Operation[] {
  const document = documentOf(file);
  const deref = (schema: Json): Json =>
    schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;
  const fieldsOf = (schema: Json, above: readonly string[] = []): string[][] =>
    Object.entries<Json>(deref(schema)?.properties ?? {}).flatMap(([name, field]) => {
      if (READ_ONLY.includes(name) || WRITE_ONLY.includes(name)) return [];
      const path = [...above, name];
      const parts = [field, ...(field.anyOf ?? [])].flatMap((one: Json) => {
        const { items, ...object } = deref(one);
        return items ? fieldsOf(items, [...path, '0']) : fieldsOf(object, path);
      });
      return [path, ...parts];
    });
  return Object.entries<Json>(document.paths).flatMap(([path, operations]) =>
    ['post', 'put'].flatMap((method) => {
      const schema = deref(operations[method]?.requestBody?.content['application/json']?.schema);
      if (!schema || !isWanted(path)) return [];
      return [{ method: method.toUpperCase(), path, fields: fieldsOf(schema.items ?? schema) }];
    }),
  );
}

/** Changes of a line's targets and multipliers have tests of their own. */
const OPERATIONS = [
  ...operationsOf('openapi-observed.json', (path) => path.startsWith('/traffic/')),
  ...operationsOf('openapi.json', (path) =>
    /^\/traffic\/(advertisers|lines|ads|deals|nativelists)(\/\{id\})?$/.test(path),
  ),
];

async function world() {
  const { observed } = await test.pair();
  const tree = await createTree(observed);
  const { advertiserId: accountId, orderId, lineId } = tree;
  const bodies: Record<string, object> = {
    advertisers: advertiserInput({ name: 'Shoes' }),
    lines: { name: 'Line', orderId },
    deals: {
      ...{ name: 'Deal', status: 'ACTIVE', description: 'A deal', exchangeId: 1, exchangeDealId: '7' },
      accountIsExcluded: true,
    },
    nativelists: { accountId, name: 'List', items: [{ itemName: 'a.example' }] },
    sitelists: { accountId, name: 'List', items: [{ itemName: 'a.example' }] },
    creatives: {
      accountId,
      name: 'Banner',
      creativeType: 'DISPLAY_HOSTED',
      landingPageUrl: 'https://shoes.example/',
    },
    bidmultipliercap: { multiplierCap: 2 },
  };
  const ids: Record<string, number> = { advertisers: accountId, campaigns: orderId, lines: lineId };
  const bodyOf = (path: string) =>
    bodies[path.split('/').find((part) => part in bodies) ?? ''] ?? { accountId, name: 'Other' };
  const make = async (kind: string, body: object) =>
    (await observed.post(`/traffic/${kind}`, body)).body.response.id as number;
  for (const kind of ['beacons', 'sitelists', 'nativelists', 'deals', 'creatives'])
    ids[kind] = await make(kind, bodyOf(kind));
  bodies.ads = { lineId, creativeId: ids.creatives, status: 'ACTIVE' };
  ids.ads = await make('ads', bodies.ads);
  /** What a part needs that is new. */
  const parts: Record<string, object> = {
    schedules: { startDateStr: '2027-01-01T00:00:00Z', endDateStr: '2027-02-01T00:00:00Z' },
    feeList: { name: 'Fee', fee: 1, typeName: 'OTHER' },
    conversionList: { beaconId: ids.beacons },
    countdown: { endDate: '2027-01-01T00:00:00Z', timezone: 'UTC' },
  };
  return { observed, bodyOf, parts, ids };
}
type World = Awaited<ReturnType<typeof world>>;

/** `base` with a value at a path. */
function withValue(
  base: Json,
  [name = '', ...rest]: readonly string[],
  { value, parts }: { value: unknown; parts: World['parts'] },
): Json {
  if (rest.length === 0) return { ...base, [name]: value };
  const part = (of: Json) => of ?? parts[name] ?? {};
  const inPart = (of: Json, path: readonly string[]) => withValue(part(of), path, { value, parts });
  return {
    ...base,
    [name]: rest[0] === '0' ? [inPart(base[name]?.[0], rest.slice(1))] : inPart(base[name], rest),
  };
}
/** The values at a path; of lists, those of all items, to which a new one is added. */
const valuesAt = (object: Json, path: readonly string[]): unknown[] =>
  path.reduce<Json[]>(
    (found, name) => found.flatMap((one) => (name === '0' ? (one ?? []) : [one?.[name]])),
    [object],
  );
const nameOf = (path: readonly string[]) => path.join('.').replaceAll('.0', '[0]');
/** Whether a path is one of a field, of one that has it, or of a part of it. */
const isAbout = (named: string, field: string) =>
  named === field ||
  [
    [named, field],
    [field, named],
  ].some(([a = '', b = '']) => a.startsWith(`${b}.`) || a.startsWith(`${b}[`));

const problemsOf = ({ body }: WireAnswer): string[] =>
  (body.errors?.validationErrors ?? []).map(({ propertyName }: Json) => propertyName).sort();

function isKept(answer: WireAnswer, field: readonly string[], value: unknown): boolean {
  const name = nameOf(field);
  const { status, body, headers } = answer;
  if (status === 404) return /Id$/.test(name);
  if (status === 400)
    return problemsOf(answer).some((path) =>
      [name, OTHER_NAMES[name]].some((one) => one && isAbout(path.replace(/^\[0\]\./, ''), one)),
    );
  const ignored = String(headers['x-ignored-fields'] ?? '')
    .split(',')
    .map((one) => one.replace(/^\[0\]\./, ''));
  const response = body.response.creatives?.[0] ?? body.response;
  const isNamed = ignored.some((path) => isAbout(path, name));
  return isNamed || valuesAt(response, field).some((one) => isDeepStrictEqual(one, answeredAs(name, value)));
}

describe.each(OPERATIONS)('$method $path', ({ method, path, fields }) => {
  it('every field is answered as sent, named as ignored, or refused by name', async () => {
    const { observed, bodyOf, parts, ids } = await world();
    const kind = path.split('/')[2] ?? '';
    const url = path.replace('{id}', String(ids[kind] ?? 7)).replace('{kind}', 'email_address');
    const isList = path.endsWith('bulkupload');
    const dropped: string[] = [];
    const attempt = async ({ field, value }: (typeof attempts)[number]) => {
      const base = method === 'PUT' && kind !== 'audiences' ? {} : bodyOf(path);
      const body = withValue(base, field, { value, parts });
      const answer = await observed.send(method, url, { body: isList ? [body] : body });
      const answered = answer.body.errors ?? valuesAt(answer.body.response, field);
      if (!isKept(answer, field, value))
        dropped.push(`${nameOf(field)}: ${value} ${answer.status} ${JSON.stringify(answered)}`);
    };
    const attempts = fields.flatMap((field) => VALUES.map((value) => ({ field, value })));
    for (let at = 0; at < attempts.length; at += AT_ONCE)
      await Promise.all(attempts.slice(at, at + AT_ONCE).map(attempt));
    expect(dropped).toEqual([]);
  });
});

describe('what would limit spend or delivery is never ignored', () => {
  it('a campaign of another time zone or currency than its advertiser’s is refused by name', async () => {
    const { observed } = await test.pair();
    const { advertiserId: accountId, orderId } = await createTree(observed, {
      ...{ timezone: 'America/New_York', currency: 'USD' },
    });
    const create = (more: object) =>
      observed.post('/traffic/campaigns', { name: 'Spring', accountId, ...more });
    const update = (more: object) => observed.put(`/traffic/campaigns/${orderId}`, more);
    for (const write of [create, update]) {
      const other = await write({ timezone: 'Asia/Tokyo', currency: 'EUR', budget: 'x' });
      expect(problemsOf(other)).toEqual(['budget', 'currency', 'timezone']);
      expect(other.body.errors.validationErrors).toContainEqual({
        propertyName: 'timezone',
        message: 'timezone must be that of the advertiser, which is America/New_York',
      });
      expect(problemsOf(await write({ timezone: 3, currency: 'usd' }))).toEqual(['currency', 'timezone']);
      for (const same of [
        { timezone: 'america/new_york', currency: 'USD' },
        { timezone: null, currency: '' },
      ]) {
        const { status, body, headers } = await write(same);
        expect([status, headers['x-ignored-fields']]).toEqual([200, undefined]);
        expect(body.response).toMatchObject({ timezone: 'America/New_York', currency: 'USD' });
      }
    }
    expect(
      problemsOf(
        await observed.post('/traffic/campaigns', { name: 'X', accountId: 2_000_000_011, currency: 'EUR' }),
      ),
    ).not.toContain('currency');
  });

  it('a budget of impressions, and any limit in a flight or budget schedule, is refused by name', async () => {
    const { observed } = await test.pair();
    const { orderId, lineId } = await createTree(observed);
    const limits = {
      impBudget: 1000,
      impDailyBudget: 10,
      monthlyBudget: 5,
      frequencyCapValue: 3,
      genders: ['MALE'],
    };
    const dates = { startDate: '2027-01-01', endDate: '2027-02-01' };
    const [campaign, line] = [`/traffic/campaigns/${orderId}`, `/traffic/lines/${lineId}`];
    for (const [url, list] of [
      [campaign, 'budgetSchedules'],
      [line, 'schedules'],
      [line, 'budgetSchedules'],
    ] as const) {
      const refused = await observed.put(url, { [list]: [{ ...dates, ...limits }] });
      expect(problemsOf(refused)).toEqual(
        Object.keys(limits)
          .map((name) => `${list}[0].${name}`)
          .sort(),
      );
      const none = { impBudget: 0, impDailyBudget: null, genders: ['ALL'], note: 'x' };
      const taken = await observed.put(url, { [list]: [{ ...dates, ...none }] });
      expect(taken.body.errors).toBeNull();
      expect(taken.headers['x-ignored-fields']).toContain('note');
    }
  });

  it('a value that is sent under two names must be the same', async () => {
    const { observed } = await test.pair();
    const { advertiserId: accountId, orderId } = await createTree(observed);
    const schedule = { scheduleBudgetType: 'SPECIFIED_AMOUNT', scheduleBudget: 90, scheduleDailyBudget: 9 };
    const put = (body: object) => observed.put(`/traffic/campaigns/${orderId}`, body);
    const other = { dailyBudget: 8, dailyBudgetType: 'TOTAL_BUDGET', budgetSchedules: [schedule] };
    expect(problemsOf(await put(other))).toEqual([
      'budgetSchedules[0].scheduleBudgetType',
      'budgetSchedules[0].scheduleDailyBudget',
    ]);
    const same = { dailyBudget: 9, dailyBudgetType: 'SPECIFIED_AMOUNT', budgetSchedules: [schedule] };
    expect((await put(same)).body.response.budgetSchedules).toMatchObject([schedule]);
    const named = { name: 'Spring', campaignName: 'Summer', accountId, advertiserId: 1 };
    expect(problemsOf(await observed.post('/traffic/campaigns', named))).toEqual(['accountId', 'name']);
    const { body } = await observed.post('/traffic/campaigns', {
      campaignName: 'Fall',
      advertiserId: accountId,
    });
    expect(body.response).toMatchObject({ name: 'Fall', accountId });
    const pixel = await observed.post('/traffic/pixels', { name: 'Orders', accountId, advertiserId: 1 });
    expect(pixel.headers['x-ignored-fields']).toBe('advertiserId');
    const creative = { accountId, name: 'Banner', creativeType: 'DISPLAY_HOSTED', details: { title: 'A' } };
    const create = (more: object) => observed.post('/traffic/creatives', { ...creative, ...more });
    expect(problemsOf(await create({ title: 'B', mediaType: 'VIDEO' }))).toEqual([
      'creativeType',
      'details.title',
    ]);
    expect((await create({ title: 'A', mediaType: 'DISPLAY' })).body.response.title).toBe('A');
  });

  it('what the cap on multipliers does not know is named', async () => {
    const { observed } = await test.pair();
    const { lineId } = await createTree(observed);
    const { headers, body } = await observed.post(`/traffic/lines/${lineId}/bidmultipliercap`, {
      multiplierCap: 2,
      frequencyCap: 3,
    });
    expect([body.response, headers['x-ignored-fields']]).toEqual([{ multiplierCap: 2 }, 'frequencyCap']);
  });

  it('hashes that are sent under both names of a list are all added', async () => {
    const { observed } = await test.pair();
    const { advertiserId: accountId } = await createTree(observed);
    const [a, b] = ['a', 'b'].map((digit) => digit.repeat(64));
    const put = (body: object) => observed.put('/traffic/audiences/email_address/7', { accountId, ...body });
    expect((await put({ seedList: [a], add: [b] })).body.response.size).toBe(2);
    expect((await put({ removedSeedList: [a], remove: [b] })).body.response.size).toBe(0);
    expect(problemsOf(await put({ seedList: [a], add: 'x' }))).toEqual(['seedList']);
  });
});
