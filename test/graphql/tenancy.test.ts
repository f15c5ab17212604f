import { type GraphQLInputObjectType, type GraphQLObjectType, getNamedType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { type Caller, trafficSystem } from '../support/seat.ts';

/** IDs of another seat are answered as IDs that do not exist. */

const { caller, system } = await trafficSystem();
const seat = await caller();
const other = await caller();

const MAKE: Readonly<Record<string, (seat: Caller) => Promise<{ id: number }>>> = {
  advertiser: (seat) => seat.advertiser(),
  campaign: (seat) => seat.campaign(),
  line: (seat) => seat.line(),
  ad: (seat) => seat.ad(),
  creative: (seat) => seat.creative(),
  pixel: (seat) => seat.pixel(),
};

const resources = Object.keys(MAKE);
const UNKNOWN = 2_000_000_000;

describe('query by id', () => {
  test.each(resources)('%s: foreign and unknown are null alike, one’s own is not', async (name) => {
    const own = await MAKE[name]?.(seat);
    const foreign = await MAKE[name]?.(other);
    const document = `query($id: ID!) { ${name}(id: $id) { databaseId } }`;
    for (const id of [foreign?.id, UNKNOWN, 99_999_999_999]) {
      const { body } = await seat.graphql(document, { id: String(id) });
      expect(body).toMatchObject({ data: { [name]: null } });
      expect(body.errors).toBeUndefined();
    }
    const { body } = await seat.graphql(document, { id: String(own?.id) });
    expect(body.data[name].databaseId).toBe(own?.id);
  });
});

test('a row of another seat below an own one is not shown, were there ever one', async () => {
  const [line, strange] = [await seat.line(), await other.ad()];
  await system.pool.query('UPDATE ad SET line_id = $1 WHERE id = $2', [line.id, strange.id]);
  const document = 'query($id: ID!) { line(id: $id) { ads { totalCount nodes { databaseId } } } }';
  const { body } = await seat.graphql(document, { id: String(line.id) });
  expect(body).toMatchObject({ data: { line: { ads: { totalCount: 0, nodes: [] } } } });
});

describe('update by id', () => {
  test.each(resources)(
    '%s: foreign and unknown are NotFoundError alike, and stay as they are',
    async (name) => {
      const foreign = await MAKE[name]?.(other);
      const type = `Update${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      const field = type.charAt(0).toLowerCase() + type.slice(1);
      const document = `mutation($input: ${type}Input!) {
      ${field}(input: $input) { __typename ... on NotFoundError { message } }
    }`;
      const answers = [];
      for (const id of [foreign?.id, UNKNOWN, 99_999_999_999]) {
        const { body } = await seat.graphql(document, { input: { id: String(id) } });
        answers.push(body.data[field]);
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0].__typename).toBe('NotFoundError');
    },
  );

  test('updateTargeting: a foreign line is not found', async () => {
    const foreign = await other.line();
    const document = `mutation($input: UpdateTargetingInput!) {
      updateTargeting(input: $input) { __typename ... on NotFoundError { message } }
    }`;
    for (const lineId of [foreign.id, UNKNOWN]) {
      const input = { lineId, types: [{ name: 'GEOGRAPHY', isTargeted: true }] };
      const { body } = await seat.graphql(document, { input });
      expect(body.data.updateTargeting).toEqual({ __typename: 'NotFoundError', message: 'Line not found.' });
    }
  });
});

/** Every id field of the inputs of these resources, as `CreateLine.campaignId`. */
const references = resources.flatMap((name) => {
  const resource = name.charAt(0).toUpperCase() + name.slice(1);
  return ['Create', 'Update'].flatMap((verb) => {
    const input = schema.getType(`${verb}${resource}Input`) as GraphQLInputObjectType;
    return Object.values(input.getFields())
      .filter((field) => field.name !== 'id' && getNamedType(field.type).name === 'ID')
      .map((field) => [`${verb}${resource}`, field.name] as const);
  });
});

const REFERRED: Readonly<Record<string, (seat: Caller) => Promise<number>>> = {
  advertiserId: async (seat) => (await seat.advertiser()).id,
  campaignId: async (seat) => (await seat.campaign()).id,
  lineId: async (seat) => (await seat.line()).id,
  creativeId: async (seat) => (await seat.creative()).id,
};
/** What a create requires, of the caller's seat; the field that is tried takes its place. */
const REQUIRED: Readonly<Record<string, (seat: Caller) => Promise<object>>> = {
  CreateCampaign: async () => ({ name: 'C' }),
  CreateLine: async (seat) => ({ name: 'L', campaignId: (await seat.campaign()).id }),
  CreateAd: async (seat) => {
    const { id: lineId, advertiserId } = await seat.line();
    return { lineId, creativeId: (await seat.creative({ advertiserId })).id, status: 'ACTIVE' };
  },
  CreateCreative: async () => ({ name: 'C', mediaType: 'DISPLAY' }),
  CreatePixel: async () => ({ name: 'P' }),
};
/** They name parts of the resource itself: REST's tests show that another line's are refused. */
const OWN_PARTS = ['removeScheduleIds', 'removeFeeIds', 'removeConversionRuleIds'];

describe('references', () => {
  test('each id field of an input is tried below', () => {
    const names = new Set(references.map(([, field]) => field));
    expect([...names].sort()).toEqual([...Object.keys(REFERRED), ...OWN_PARTS].sort());
  });

  test.each(references.filter(([, field]) => !OWN_PARTS.includes(field)))(
    '%s.%s: foreign and unknown are refused with one message',
    async (verb, field) => {
      const name = verb.slice(6).charAt(0).toLowerCase() + verb.slice(7);
      const mutation = verb.charAt(0).toLowerCase() + verb.slice(1);
      const own = verb.startsWith('Update')
        ? { id: (await MAKE[name]?.(seat))?.id }
        : await REQUIRED[verb]?.(seat);
      const document = `mutation($input: ${verb}Input!) {
        ${mutation}(input: $input) { __typename ... on ValidationError { issues { path message } } }
      }`;
      const messages = [];
      for (const id of [await REFERRED[field]?.(other), UNKNOWN]) {
        const { body } = await seat.graphql(document, { input: { ...own, [field]: id } });
        const issues: { path: string; message: string }[] = body.data[mutation].issues;
        // A message may repeat the ID that was sent.
        messages.push(issues.find(({ path }) => path === field)?.message.replace(String(id), 'ID'));
      }
      expect(messages[0]).toBeTruthy();
      expect(messages[0]).toBe(messages[1]);
    },
  );
});

test('connections show the caller’s seat alone', async () => {
  const fields = (schema.getQueryType() as GraphQLObjectType).getFields();
  for (const name of ['advertisers', 'campaigns']) {
    expect(fields[name]).toBeDefined();
    const { body } = await seat.graphql(`{ ${name}(first: 100) { totalCount nodes { databaseId } } }`);
    const foreign = await other.graphql(`{ ${name}(first: 100) { nodes { databaseId } } }`);
    const ids = ({ nodes }: { nodes: { databaseId: number }[] }) => nodes.map((node) => node.databaseId);
    const mine = ids(body.data[name]);
    expect(mine.length).toBe(body.data[name].totalCount);
    expect(ids(foreign.body.data[name]).filter((id) => mine.includes(id))).toEqual([]);
  }
});
