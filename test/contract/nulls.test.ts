import {
  type GraphQLInputField,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { restNameOf } from '../support/graphql-names.ts';
import { guardedSystem } from './guards/guarded.ts';
import { KINDS, type Kind } from './guards/inputs.ts';
import { callOf, send } from './guards/rest-calls.ts';
import { REST_ROWS } from './guards/rest-rows.ts';
import { looksLikeId } from './guards/slots.ts';

/** Null clears each field that can be null in a response. A field that cannot be cleared refuses null by name. */
const guarded = await guardedSystem();
const estate = await guarded.estate();

/** They say what to do, or name the row: null is not sent. */
const INSTRUCTIONS = /^(id|updatedAt|remove\w+)$/;
/** What a native line is without them. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'Line.mediaType': 'NATIVE',
  'Line.supplyType': 'THIRD_PARTY',
};
/** Values from before their enum was closed are null in GraphQL; the set of all products has no filter. */
const REQUIRED = new Set(['ProductSet.type', 'ProductSet.productSetFilter']);
const NAMES: Readonly<Record<string, string>> = {
  'Line.pacingMode': 'pacingModeType',
};
const SAMPLES: Readonly<Record<string, unknown>> = {
  String: 'A',
  Decimal: '1.5',
  Int: 1,
  SafeInt: 1,
  Boolean: true,
  URL: 'https://example.com/',
  JSON: { a: 1 },
};
/** Of formats of their own, or which a rule compares with others. */
const VALUES: Readonly<Record<string, unknown>> = {
  'AdGroup.startDate': '2026-05-01',
  'AdGroup.bidSet': { bids: [{ priceType: 'CPC', value: '1', channel: 'NATIVE' }] },
  'Keyword.bidSet': { bids: [{ priceType: 'CPC', value: '1', channel: 'SEARCH' }] },
  'NativeAd.callToActionText': 'Learn More',
  'NativeAd.flashSaleConfig': { a: 1 },
  'Campaign.language': 'en',
  'Campaign.channel': 'NATIVE',
  'Line.language': 'ENGLISH',
  'Line.objective': 'VISIT_WEB',
};

const kinds = KINDS.filter((kind) => schema.getMutationType()?.getFields()[`update${kind}`]);

function fieldsOf(kind: Kind): GraphQLInputField[] {
  const type = schema.getType(`Update${kind}Input`);
  if (!isInputObjectType(type)) throw new Error(`${kind} has no input.`);
  // The creative needs the ad's countdown.
  return Object.values(type.getFields()).filter(
    ({ name }) => !INSTRUCTIONS.test(name) && !(kind === 'Ad' && name === 'countdown'),
  );
}

/** The type of what is answered, by the name that the answer has. */
function answered(kind: Kind, field: string): { name: string; type: GraphQLOutputType | undefined } {
  const name = NAMES[`${kind}.${field}`] ?? field;
  const type = schema.getType(kind);
  return { name, type: isObjectType(type) ? type.getFields()[name]?.type : undefined };
}

const isClearable = (kind: Kind, field: string): boolean => {
  const { type } = answered(kind, field);
  return type !== undefined && !isNonNullType(type) && !isListType(type) && !REQUIRED.has(`${kind}.${field}`);
};

function sampleOf(kind: Kind, { name, type }: GraphQLInputField): unknown {
  const named = getNamedType(type);
  if (isEnumType(named)) return VALUES[`${kind}.${name}`] ?? named.getValues()[0]?.name;
  return looksLikeId(name)
    ? estate.ids[kind === 'AdGroup' ? 'ProductSet' : 'AccountGroup']
    : (VALUES[`${kind}.${name}`] ?? SAMPLES[named.name]);
}

async function update(kind: Kind, field: string, value: unknown) {
  const { name, type } = answered(kind, field);
  const part = type && isLeafType(getNamedType(type)) ? name : type ? `${name} { __typename }` : 'id';
  const node = `${kind.charAt(0).toLowerCase()}${kind.slice(1)}`;
  const { data, errors } = await estate.graphql(
    `mutation ($input: Update${kind}Input!) { done: update${kind}(input: $input) { __typename
       ... on Update${kind}Payload { node: ${node} { ${part} } }
       ... on ValidationError { issues { path message } } ... on Error { message } } }`,
    { input: { id: estate.ids[kind], [field]: value } },
  );
  expect(errors).toBeUndefined();
  return { result: data.done, value: data.done.node?.[name] };
}

let cleared = 0;

describe.each(kinds)('Update%sInput', (kind) => {
  test.each(fieldsOf(kind).map((field) => [field.name, field] as const))('%s', async (name, field) => {
    const sample = sampleOf(kind, field);
    const filled = sample === undefined ? undefined : await update(kind, name, sample);
    const { result, value } = await update(kind, name, null);
    if (!isClearable(kind, name)) {
      expect(result.issues, JSON.stringify(result)).toMatchObject([{ path: name }]);
      expect(result.issues[0].message).toMatch(new RegExp(`^${name} must not be null`));
      return;
    }
    expect(result.__typename, JSON.stringify(result)).toBe(`Update${kind}Payload`);
    expect([null, OTHERWISE[`${kind}.${name}`]]).toContain(value ?? null);
    if (filled?.value != null) cleared += 1;
  });
});

test('most of what is cleared had a value', () => {
  expect(cleared).toBeGreaterThan(35);
});

const routes = guarded.routes.filter((route) => /^PUT \/(traffic|v3)/.test(route) && REST_ROWS[route]);

describe.each(routes)('%s', (route) => {
  const row = REST_ROWS[route];
  if (!row) throw new Error(`${route} has no row.`);
  const kind = KINDS.find((one) => one === row.id);
  if (!kind || !kinds.includes(kind)) throw new Error(`${route} updates nothing.`);
  const fields = fieldsOf(kind)
    .filter(({ name }) => name !== 'extra')
    .map(({ name }) => [restNameOf(kind, name), name] as const);

  test.each(fields)('%s', async (name, field) => {
    const call = callOf(route, row, estate);
    const { status, text } = await send(estate, route, {
      ...call,
      body: { id: estate.ids[kind], [name]: null },
    });
    const { response, errors } = JSON.parse(text);
    if (isClearable(kind, field)) {
      expect({ status, errors }).toEqual({ status: 200, errors: null });
      const value = response[NAMES[`${kind}.${name}`] ?? name] ?? null;
      expect([null, OTHERWISE[`${kind}.${name}`]]).toContain(value);
      return;
    }
    expect(status, text).toBe(400);
    const messages = Array.isArray(errors)
      ? errors.map(({ description }: { description: string }) => description)
      : errors.validationErrors.map(({ message }: { message: string }) => message);
    expect(messages).toEqual([expect.stringMatching(new RegExp(`^${name} must not be null`))]);
  });
});

test.each([
  ['Line', `/traffic/lines/${estate.ids.Line}`],
  ['Campaign', '/v3/rest/campaign'],
] as const)(
  'null of a further field of a %s is stored and answered, in both interfaces',
  async (kind, url) => {
    const put = async (body: object) =>
      JSON.parse((await estate.send('PUT', url, { body: { id: estate.ids[kind], ...body } })).text).response;
    expect(await put({ note: 'x', other: 1 })).toMatchObject({ note: 'x', other: 1 });
    expect(await put({ note: null })).toMatchObject({ note: null, other: 1 });
    expect((await update(kind, 'extra', { note: 'y' })).value).toMatchObject({ note: 'y', other: 1 });
    expect((await update(kind, 'extra', { note: null })).value).toMatchObject({ note: null, other: 1 });
  },
);

describe('null in an object of an update', () => {
  const put = async (path: string, body: unknown) => {
    const { status, text } = await estate.send('PUT', path, { body });
    return { status, ...JSON.parse(text) };
  };
  const { Advertiser, Line, LineSchedule, LineFee, Ad, Creative } = estate.ids;

  test('clears the fields that a contact can lack, and no others', async () => {
    const path = `/traffic/advertisers/${Advertiser}`;
    const optional = ['firstName', 'lastName', 'addressLine2', 'postalCode', 'telephone'];
    const full = Object.fromEntries(optional.map((name) => [name, 'A']));
    await put(path, { contact: { ...full, email: 'a@example.com' } });
    const empty = Object.fromEntries([...optional, 'email'].map((name) => [name, null]));
    const { status, response } = await put(path, { contact: empty });
    expect(status).toBe(200);
    for (const name of [...optional, 'email']) expect(response.contact[name] ?? null, name).toBeNull();
    const { status: refused, errors } = await put(path, { contact: { city: null, country: null } });
    const paths = errors.validationErrors.map(({ propertyName }: { propertyName: string }) => propertyName);
    expect([refused, paths]).toEqual([400, ['contact.city', 'contact.country']]);
  });

  test('is refused for the dates of a flight, and clears its budget', async () => {
    const path = `/traffic/lines/${Line}`;
    const { errors } = await put(path, {
      schedules: [{ id: LineSchedule, startDateStr: null, endDateStr: null }],
      feeList: [{ id: LineFee, name: null }],
    });
    const paths = errors.validationErrors.map(({ propertyName }: { propertyName: string }) => propertyName);
    expect(paths.sort()).toEqual(['feeList[0].name', 'schedules[0].endDateStr', 'schedules[0].startDateStr']);
    const { response } = await put(path, { schedules: [{ id: LineSchedule, budget: null }] });
    expect(response.schedules[0].budget).toBeNull();
  });

  test('removes a countdown, but not one that the creative needs', async () => {
    const path = `/traffic/ads/${Ad}`;
    await estate.send('PUT', path, {
      body: { countdown: { endDate: '2027-01-01T20:00:00Z', timezone: 'Europe/Rome' } },
    });
    const { rows } = await guarded.system.pool.query('SELECT title FROM creative WHERE id = $1', [Creative]);
    const needs = /\{time\}/.test(rows[0]?.title ?? '');
    const { status, response, errors } = await put(path, { countdown: null });
    if (needs) expect([status, errors.validationErrors[0].propertyName]).toEqual([400, 'countdown']);
    else expect([status, response.countdown]).toEqual([200, null]);
    await guarded.system.pool.query(`UPDATE creative SET title = 'None', description = NULL WHERE id = $1`, [
      Creative,
    ]);
    expect((await put(path, { countdown: null })).response.countdown ?? null).toBeNull();
    const left = await guarded.system.pool.query('SELECT FROM ad_countdown WHERE ad_id = $1', [Ad]);
    expect(left.rowCount).toBe(0);
  });

  test('removes a billing contact, which is sent as a whole', async () => {
    const path = `/traffic/advertisers/${Advertiser}`;
    const stored = async () => {
      const { rows } = await guarded.system.pool.query(
        'SELECT billing_contact AS billing FROM advertiser WHERE id = $1',
        [Advertiser],
      );
      return rows[0].billing;
    };
    const billing = {
      ...{ firstName: 'A', lastName: 'B', email: 'a@example.com', addressLine1: 'C', city: 'D' },
      ...{ country: 'Italy', legalMandateConfirmation: true, vatNumber: null },
    };
    expect((await put(path, { billingContact: billing })).status).toBe(200);
    expect(await stored()).toMatchObject({ firstName: 'A' });
    expect((await put(path, { billingContact: { ...billing, city: null } })).status).toBe(400);
    expect((await put(path, { billingContact: null })).status).toBe(200);
    expect(await stored()).toBeNull();
  });
});
