import { beforeAll, describe, expect, it } from 'vitest';
import { syncSeat } from '../../../src/domain/access/tenancy/sync-seat.ts';
import {
  adGroupOf,
  attributeOf,
  campaignOf,
  createAdvertiser,
  keywordOf,
  type NativeTest,
  nativeTest,
} from '../../rest/native/support.ts';
import { bearerHeaders, testApp, trafficHeaders } from '../../support/app.ts';
import { inGraphqlNames, inGraphqlWords } from '../../support/graphql-names.ts';

/**
 * All interfaces write a row by one set of rules: what one refuses (a deleted campaign, a disabled feature) the
 * others refuse, too. A line cannot join a deleted campaign.
 */
interface Ids {
  advertiserId: number;
  campaignId: number;
  adGroupId: number;
}

/** The native objects: their types in GraphQL, and an input below the given parents. */
const OBJECTS: Readonly<Record<string, { type: string; input: (ids: Ids) => object }>> = {
  campaign: { type: 'Campaign', input: ({ advertiserId }) => campaignOf(advertiserId) },
  adgroup: { type: 'AdGroup', input: (ids) => adGroupOf(ids) },
  ad: {
    type: 'NativeAd',
    input: ({ adGroupId }) => ({ adGroupId, title: 'Bread', landingUrl: 'https://bakery.example' }),
  },
  keyword: { type: 'Keyword', input: (ids) => keywordOf(ids) },
  targetingattribute: {
    type: 'TargetingAttribute',
    input: (ids) => attributeOf(ids, { type: 'AGE', value: `from ${++value}` }),
  },
};
let value = 0;

type Says = { accepted: number } | { refused: readonly string[] };

/** One seat, written by all three interfaces that write campaigns and what hangs on them. */
async function seatOf(native: NativeTest) {
  const { call, client } = await native.caller();
  const { send } = await testApp(native.system);
  const traffic = await trafficHeaders(native.system, client);
  const bearer = await bearerHeaders(native.system, client);
  const ask = async (query: string, variables: object) => {
    const { body } = await send('POST', '/graphql', { headers: bearer, body: { query, variables } });
    expect(body.errors).toBeUndefined();
    return body.data.answer;
  };

  return {
    client,
    call,
    ask,
    advertiserId: await createAdvertiser(native.system, client),

    /** What the native interface says to one object. */
    async native(method: 'POST' | 'PUT', name: string, input: object): Promise<Says> {
      const { body } = await call(method, `/${name}`, input);
      if (body.response) return { accepted: body.response.id };
      return { refused: body.errors.flatMap(wordsOf) };
    },
    /** What GraphQL says to the same. */
    async mutation(verb: 'create' | 'update', type: string, input: object): Promise<Says> {
      const [Verb, field] = [verb === 'create' ? 'Create' : 'Update', type[0]?.toLowerCase() + type.slice(1)];
      const answer = await ask(
        `mutation ($input: ${Verb}${type}Input!) { answer: ${verb}${type}(input: $input) { __typename
          ... on ${Verb}${type}Payload { ${field} { databaseId } }
          ... on ValidationError { issues { message } } ... on Error { message } } }`,
        { input: inGraphqlNames(`${Verb}${type}Input`, input) },
      );
      if (answer[field]) return { accepted: answer[field].databaseId };
      return { refused: answer.issues?.map(({ message }: Error) => message) ?? [answer.message] };
    },
    /** What GraphQL should say where REST says so. */
    words: (said: Says, type: string): Says => inGraphqlWords(`Create${type}Input`, said),
    /** What the traffic interface says. */
    async traffic(method: 'POST' | 'PUT', path: string, body: object): Promise<Says> {
      const answer = (await send(method, `/traffic${path}`, { headers: traffic, body })).body;
      if (answer.response) return { accepted: answer.response.id };
      const { message, validationErrors } = answer.errors;
      return { refused: message ? [message] : validationErrors.map((issue: Error) => issue.message) };
    },
    delete: (name: string, id: number) => call('DELETE', `/${name}/${id}`),
  };
}
type Seat = Awaited<ReturnType<typeof seatOf>>;

/** Each problem in the words that say what it is: the documented message where there is one. */
function wordsOf(error: { code: string; message: string; description: string }): string[] {
  const { code, message, description } = error;
  const documented = ['Mismatching campaign channel and objective', 'Duplicate attribute value'];
  if (documented.includes(message)) return [message];
  return code === 'E40000_INVALID_INPUT' ? description.split('; ') : [description];
}

/** A campaign with an ad group. */
async function branchOf(seat: Seat): Promise<Ids> {
  const { advertiserId } = seat;
  const campaign = await seat.call('POST', '/campaign', campaignOf(advertiserId));
  const campaignId: number = campaign.body.response.id;
  const adGroup = await seat.call('POST', '/adgroup', adGroupOf({ advertiserId, campaignId }));
  return { advertiserId, campaignId, adGroupId: adGroup.body.response.id };
}

async function made(says: Promise<Says>): Promise<number> {
  const answer = await says;
  if ('refused' in answer) throw new Error(answer.refused.join(' '));
  return answer.accepted;
}

const native = await nativeTest();
const seat = await seatOf(native);
const other = await seatOf(native);

describe.each(Object.entries(OBJECTS))('%s', (name, { type, input }) => {
  it('that is DELETED is changed by neither interface, and nothing changes', async () => {
    const id = await made(seat.native('POST', name, input(await branchOf(seat))));
    await seat.delete(name, id);
    const before = await seat.call('GET', `/${name}/${id}`);
    for (const change of [{ id }, { id, status: 'ACTIVE' }]) {
      const refused = [`A deleted ${name} cannot be changed`];
      expect(await seat.native('PUT', name, change)).toEqual({ refused });
      expect(await seat.mutation('update', type, change)).toEqual({ refused });
    }
    expect((await seat.call('GET', `/${name}/${id}`)).body.response).toEqual(before.body.response);
  });

  it('of foreign or unknown parents is refused by both interfaces with the same messages', async () => {
    const own = await branchOf(seat);
    const foreign = await branchOf(other);
    const unknown = { advertiserId: 2_000_000_000, campaignId: 2_000_000_000, adGroupId: 2_000_000_000 };
    for (const parents of [foreign, unknown, { ...foreign, advertiserId: own.advertiserId }]) {
      const sent = input(parents);
      if (parents.advertiserId === own.advertiserId && name === 'campaign') continue;
      const said = await seat.native('POST', name, sent);
      expect(said).toHaveProperty('refused');
      expect(await seat.mutation('create', type, sent)).toEqual(seat.words(said, type));
    }
  });

  it('of bad values is refused by both interfaces with the same messages, when created and when changed', async () => {
    const branch = await branchOf(seat);
    const bad = {
      ...input(branch),
      landingUrl: 'x',
      language: 'zz',
      title: '',
      adGroupName: '',
      value: '',
    };
    const known = Object.fromEntries(Object.entries(bad).filter(([field]) => knows(type, field)));
    const said = await seat.native('POST', name, known);
    expect(said).toHaveProperty('refused');
    expect(await seat.mutation('create', type, known)).toEqual(seat.words(said, type));
    const id = await made(seat.native('POST', name, input(branch)));
    const change = { ...known, advertiserId: undefined, id };
    const changed = await seat.native('PUT', name, change);
    expect(changed).toHaveProperty('refused');
    expect(await seat.mutation('update', type, change)).toEqual(seat.words(changed, type));
  });
});

/** Fields of the probe above that a type has. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Campaign: ['language'],
  AdGroup: ['adGroupName'],
  NativeAd: ['landingUrl', 'title'],
  Keyword: ['landingUrl', 'value'],
  TargetingAttribute: ['value'],
};
const knows = (type: string, field: string): boolean =>
  !['language', 'landingUrl', 'title', 'adGroupName', 'value'].includes(field) ||
  (FIELDS[type] ?? []).includes(field);

describe('a deleted campaign', () => {
  let gone: Ids;
  let onLine: number;
  let creativeId: number;
  beforeAll(async () => {
    gone = await branchOf(seat);
    onLine = await made(seat.traffic('POST', '/lines', { name: 'Before', orderId: gone.campaignId }));
    creativeId = await made(
      seat.mutation('create', 'Creative', {
        advertiserId: gone.advertiserId,
        name: 'Loaf',
        mediaType: 'DISPLAY',
      }),
    );
    await seat.delete('campaign', gone.campaignId);
  });

  it.each(['adgroup', 'ad', 'keyword', 'targetingattribute'])(
    'is joined by no %s of either interface',
    async (name) => {
      const { type, input } = OBJECTS[name] as (typeof OBJECTS)[string];
      const sent = input(gone);
      const said = await seat.native('POST', name, sent);
      expect(said).toHaveProperty('refused');
      expect(await seat.mutation('create', type, sent)).toEqual(seat.words(said, type));
    },
  );

  it('is joined by no line, new or moved', async () => {
    const refused = ['orderId names a campaign that is deleted'];
    const line = { name: 'Late', orderId: gone.campaignId };
    expect(await seat.traffic('POST', '/lines', line)).toEqual({ refused });
    const alike = seat.words({ refused }, 'Line');
    expect(alike).toEqual({ refused: ['campaignId names a campaign that is deleted'] });
    expect(await seat.mutation('create', 'Line', line)).toEqual(alike);
    const { campaignId } = await branchOf(seat);
    const id = await made(seat.traffic('POST', '/lines', { name: 'Mover', orderId: campaignId }));
    const { orderId } = line;
    expect(await seat.traffic('PUT', `/lines/${id}`, { orderId })).toEqual({ refused });
    expect(await seat.mutation('update', 'Line', { id, orderId })).toEqual(alike);
  });

  it('does not lock its lines: a response to GET can be sent back with PUT', async () => {
    const line = { orderId: gone.campaignId, name: 'After' };
    expect(await seat.traffic('PUT', `/lines/${onLine}`, line)).toEqual({ accepted: onLine });
    expect(await seat.mutation('update', 'Line', { id: onLine, ...line })).toEqual({ accepted: onLine });
  });

  it('has none of its lines activated by either interface', async () => {
    const refused = ['status cannot become ACTIVE below a campaign that is deleted'];
    const types = [{ name: 'GEOGRAPHY', isTargeted: true }];
    const [place] = await native.system.db.$queryRaw<{ woeid: number }[]>`SELECT woeid FROM location LIMIT 1`;
    const targeting = { types, geos: { added: [place?.woeid] } };
    expect(await seat.traffic('POST', `/lines/${onLine}/targeting`, targeting)).not.toHaveProperty('refused');
    const line = { id: onLine, status: 'ACTIVE' };
    expect(await seat.traffic('PUT', `/lines/${onLine}`, line)).toEqual({ refused });
    expect(await seat.mutation('update', 'Line', line)).toEqual({ refused });
    const paused = { ...line, status: 'INACTIVE' };
    expect(await seat.traffic('PUT', `/lines/${onLine}`, paused)).toEqual({ accepted: onLine });
  });

  it('is joined by no ad on one of its lines, new or moved', async () => {
    const refused = ['lineId names a line whose campaign is deleted'];
    const ad = { lineId: onLine, creativeId, status: 'ACTIVE' };
    expect(await seat.traffic('POST', '/ads', ad)).toEqual({ refused });
    expect(await seat.mutation('create', 'Ad', ad)).toEqual({ refused });
    const { campaignId } = await branchOf(seat);
    const lineId = await made(seat.traffic('POST', '/lines', { name: 'Open', orderId: campaignId }));
    const id = await made(seat.traffic('POST', '/ads', { ...ad, lineId }));
    expect(await seat.traffic('PUT', `/ads/${id}`, { lineId: onLine })).toEqual({ refused });
    expect(await seat.mutation('update', 'Ad', { id, lineId: onLine })).toEqual({ refused });
  });

  it('is not joined by a line that was being created while it was deleted', async () => {
    const { campaignId } = await branchOf(seat);
    const deleting = await native.system.pool.connect();
    await deleting.query('BEGIN');
    await deleting.query(`UPDATE campaign SET status = 'DELETED' WHERE id = $1`, [campaignId]);
    const creating = seat.traffic('POST', '/lines', { name: 'Racer', orderId: campaignId });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await deleting.query('COMMIT');
    deleting.release();
    expect(await creating).toEqual({ refused: ['orderId names a campaign that is deleted'] });
  });
});

describe('a seat in sync', () => {
  it.each(Object.entries(OBJECTS))('has no %s written by either interface', async (name, { type, input }) => {
    const seat = await seatOf(native);
    const branch = await branchOf(seat);
    const id = await made(seat.native('POST', name, input(branch)));
    await syncSeat({ system: native.system, seatId: seat.client.seatId, readOnly: true });
    const refused = ['The account is in sync and read-only; try again later.'];
    expect(await seat.native('POST', name, input(branch))).toEqual({ refused });
    expect(await seat.mutation('create', type, input(branch))).toEqual({ refused });
    expect(await seat.native('PUT', name, { id })).toEqual({ refused });
    expect(await seat.mutation('update', type, { id })).toEqual({ refused });
  });
});

describe('an object that the operator switched off', async () => {
  const off = await nativeTest({ FLIGHTLINE_DISABLED_FEATURES: Object.keys(OBJECTS).join(',') });
  const seat = await seatOf(off);
  const ids = { advertiserId: seat.advertiserId, campaignId: 1, adGroupId: 1 };

  it.each(Object.entries(OBJECTS))('%s is written by neither interface', async (name, { type, input }) => {
    const refused = [`${name} is not supported here.`];
    const said = await seat.call('POST', `/${name}`, input(ids));
    expect(said).toMatchObject({ status: 406, body: { errors: [{ code: 'E30001_UNSUPPORTED_FEATURE' }] } });
    expect(await seat.mutation('create', type, input(ids))).toEqual({ refused });
    expect(await seat.call('PUT', `/${name}`, { id: 1 })).toMatchObject({ status: 406 });
    expect(await seat.mutation('update', type, { id: 1 })).toEqual({ refused });
  });

  it.each([
    ['adgroup', '{ advertisers { nodes { adGroups { nodes { id } } } } }'],
    ['adgroup', '{ advertisers { nodes { id adGroups { totalCount } } } }'],
    ['ad', '{ node(id: "NativeAd:1") { id } }'],
    ['keyword', '{ keyword(id: 1) { id } }'],
    ['keyword', '{ keywords { nodes { id adGroup { id } } } }'],
    ['targetingattribute', '{ targetingAttributes { totalCount } }'],
  ])('%s is not read by either interface: %s', async (name, query) => {
    const read = async ({ system }: NativeTest, client: Seat['client']) => {
      const { send } = await testApp(system);
      const headers = await bearerHeaders(system, client);
      return (await send('POST', '/graphql', { headers, body: { query } })).body;
    };
    expect((await read(native, (await native.caller()).client)).errors).toBeUndefined();
    const { errors } = await read(off, seat.client);
    expect(errors).toMatchObject([
      { message: `${name} is not supported here.`, extensions: { code: 'FORBIDDEN' } },
    ]);
    const list = await seat.call('GET', `/${name}?advertiserId=${seat.advertiserId}`);
    expect(list).toMatchObject({ status: 406 });
  });
});
