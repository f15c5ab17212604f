import { type GraphQLField, getNamedType, isObjectType, isUnionType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { grantUser } from '../../src/domain/access/tenancy/grant-user.ts';
import { syncSeat } from '../../src/domain/access/tenancy/sync-seat.ts';
import type { Role } from '../../src/domain/context.ts';
import { schema } from '../../src/graphql/schema.ts';
import { createMember, type Member } from './guards/estate.ts';
import { guardedSystem, unknownIds } from './guards/guarded.ts';
import { type Id, type Ids, inputOf, KINDS, type Kind } from './guards/inputs.ts';
import { callOf, send } from './guards/rest-calls.ts';
import { REST_ROWS } from './guards/rest-rows.ts';
import { documentFor, kindOf } from './guards/slots.ts';

/** What each role may do: every operation of REST and GraphQL, in every seat of a user. */

const guarded = await guardedSystem();
const seat = await guarded.estate();
const join = (role: Role): Promise<Member> =>
  createMember({ ...guarded, seatId: seat.seatId, role, pixelIds: [Number(seat.ids.Pixel)] });
const viewer = await join('VIEWER');
const editor = await join('EDITOR');

/** Ids of nothing, one of each kind. */
const nothing = Object.fromEntries(
  Object.entries(seat.ids).map(([kind, id]) => [kind, unknownIds(id)[0] as Id]),
) as Ids;

/** Reading on order is not writing: a viewer may ask for reports. */
const READS = ['createReport'];
/** Of the caller alone: a viewer has own ones, and an admin does not find those of others. */
const OWN = ['saveView', 'updateSavedView', 'deleteSavedView'];
/** Codes open the seat to others, so that only an admin mints them. */
const FOR_ADMINS = [
  'updateSeat',
  'createApiClient',
  'rotateApiClient',
  'revokeApiClient',
  'createAuthorizationCode',
  'updatePixelClients',
  'advanceSandboxClock',
  'setSandboxClock',
  'updateApiClient',
  'addSandboxFault',
  'removeSandboxFault',
  'resetSandbox',
  'takeSandboxSnapshot',
  'restoreSandboxSnapshot',
  'removeSandboxSnapshot',
  'loadProductFeed',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'rotateWebhookSecret',
  'replayWebhookDelivery',
  'testWebhook',
];
const READ_BY_ADMINS = ['webhook'];

const fieldsOf = (type: string): GraphQLField<unknown, unknown>[] => {
  const found = schema.getType(type);
  return isObjectType(found) ? Object.values(found.getFields()) : [];
};
const mutations = fieldsOf('Mutation').map((field) => [field.name, field] as const);
const refusalOf = (required: string, role: string) =>
  `This operation requires the role ${required}. Your role is ${role}.`;

/** Each refusal or success that the mutation answers, as its type and words. */
async function says(member: Member, field: GraphQLField<unknown, unknown>, ids: Ids): Promise<string[]> {
  const { name, args } = field;
  const input = inputOf(name, ids, seat.mark);
  const kind = args.some((arg) => arg.name === 'id') && KINDS.find((one) => `delete${one}` === name);
  const single = args.some((arg) => arg.name === 'input') ? { input } : { inputs: [input] };
  const given = kind ? { id: ids[kindOf(name, 'id', kind)] } : single;
  const selection = isUnionType(getNamedType(field.type))
    ? '{ __typename ... on ForbiddenError { message } }'
    : '{ __typename error { code message } }';
  const document = documentFor({ kind: 'mutation', field, names: args.map((arg) => arg.name), selection });
  const { data, errors } = await member.graphql(document, { ...given, validateOnly: true });
  if (errors) return errors.map((error: { message: string }) => `error ${error.message}`);
  return [data.answer]
    .flat()
    .map(({ __typename, message, error }) => [error?.code ?? __typename, message].filter(Boolean).join(' '));
}

describe('GraphQL writes', () => {
  const writes = mutations.filter(([name]) => ![...READS, ...OWN].includes(name));

  test.each(writes)('%s is refused to a viewer, before anything is looked up', async (_name, field) => {
    for (const ids of [seat.ids, nothing])
      for (const said of await says(viewer, field, ids))
        expect(said).toMatch(
          /^(ForbiddenError|error) This operation requires the role ADMIN( or EDITOR)?\. Your role is VIEWER\.$/,
        );
  });

  test.each(mutations)('%s is open to an editor, unless it is for admins', async (name, field) => {
    const said = await says(editor, field, seat.ids);
    if (OWN.includes(name)) expect(said).toEqual([name === 'saveView' ? 'SaveViewPayload' : 'NotFoundError']);
    else if (FOR_ADMINS.includes(name))
      expect(said).toEqual([`ForbiddenError ${refusalOf('ADMIN', 'EDITOR')}`]);
    else for (const one of said) expect(one).toMatch(/Payload$|Item$/);
  });

  test.each(READS)('%s is open to a viewer', async (name) => {
    const field = schema.getMutationType()?.getFields()[name];
    if (!field) throw new Error(`there is no ${name}`);
    expect(await says(viewer, field, seat.ids)).toEqual(['CreateReportPayload']);
  });
});

describe('what belongs to the caller alone', () => {
  test.each(OWN)('%s is open to a viewer, for own ones', async (name) => {
    const { data } = await viewer.graphql(
      'mutation { saveView(input: {name: "Mine", page: ADS, search: ""}) { ... on SaveViewPayload { savedView { databaseId } } } }',
    );
    const field = schema.getMutationType()?.getFields()[name];
    if (!field) throw new Error(`there is no ${name}`);
    const ids = { ...seat.ids, SavedView: data.saveView.savedView.databaseId };
    expect(await says(viewer, field, ids)).toEqual([expect.stringMatching(/Payload$/)]);
  });
});

describe('GraphQL reads', () => {
  const byId = fieldsOf('Query').filter(
    ({ args, type }) => args.some(({ name }) => name === 'id') && isObjectType(getNamedType(type)),
  );

  test.each(byId.map((field) => [field.name, field] as const))(
    '%s is open to a viewer, unless it is for admins',
    async (name, field) => {
      const kind = getNamedType(field.type).name as Kind;
      const document = documentFor({ kind: 'query', field, names: ['id'] });
      const { data, errors } = await viewer.graphql(document, { id: seat.ids[kind] });
      if (READ_BY_ADMINS.includes(name)) {
        expect(errors).toMatchObject([
          { message: refusalOf('ADMIN', 'VIEWER'), extensions: { code: 'FORBIDDEN' } },
        ]);
        return;
      }
      expect(errors).toBeUndefined();
      expect(data.answer.__typename).toBe(kind);
    },
  );
});

const rows = Object.entries(REST_ROWS).filter(([, row]) => !row.seatless);
const managed = rows.filter(([route]) => !/ \/$| \/v1\/|\/download$/.test(route));
const isWrite = (route: string) => !route.startsWith('GET') && route !== 'POST /extreport';

describe('REST', () => {
  test.each(managed.filter(([route]) => isWrite(route)))(
    '%s is refused to a viewer, before anything is looked up',
    async (route, row) => {
      for (const ids of [seat.ids, nothing]) {
        const { status, text } = await send(viewer, route, callOf(route, row, { ...seat, ids }));
        if (route.includes('/v3/rest')) {
          expect(status).toBe(401);
          expect(JSON.parse(text)).toMatchObject({
            response: null,
            errors: [{ code: expect.stringMatching(/^E50000/) }],
          });
        } else {
          expect(status).toBe(403);
          const errors = {
            httpStatusCode: 403,
            message: refusalOf('ADMIN or EDITOR', 'VIEWER'),
            validationErrors: [],
          };
          expect(JSON.parse(text)).toMatchObject({ response: null, errors });
        }
      }
    },
  );

  test.each(managed.filter(([route]) => !isWrite(route)))('%s is open to a viewer', async (route, row) => {
    expect((await send(viewer, route, callOf(route, row, seat))).status).toBe(200);
  });

  test.each(managed.filter(([route]) => isWrite(route) && !route.startsWith('DELETE')))(
    '%s is open to an editor',
    async (route, row) => {
      expect((await send(editor, route, callOf(route, row, seat))).status).toBe(200);
    },
  );
});

describe('a user of several seats', () => {
  const header = (seatId: Id) => ({ 'x-seat-id': String(seatId) });

  test('reads and writes in the seat that the call names, with the role there', async () => {
    const second = await guarded.estate();
    const member = await join('ADMIN');
    const grant = { ...guarded, userId: member.client.userId };
    await grantUser({ ...grant, seatId: second.seatId, role: 'VIEWER' });
    const stranger = await guarded.estate();

    for (const [route, row] of managed.filter(([route]) => !isWrite(route))) {
      const call = callOf(route, row, second);
      const named = await send(member, route, call, header(second.seatId));
      expect({ route, status: named.status }).toEqual({ route, status: 200 });
      const byQuery = await send(member, route, { ...call, query: { ...call.query, seatId: second.seatId } });
      expect({ route, status: byQuery.status }).toEqual({ route, status: 200 });
      const theirs = callOf(route, row, stranger);
      const [foreign, unknown] = [
        await send(member, route, theirs, header(stranger.seatId)),
        await send(member, route, theirs, header(2_000_000_011)),
      ];
      // The reporting interface answers an unknown report with 422.
      expect([404, 422]).toContain(foreign.status);
      expect(withoutTime(foreign.text)).toBe(withoutTime(unknown.text));
    }
    for (const [route, row] of managed.filter(([route]) => isWrite(route))) {
      const { status } = await send(member, route, callOf(route, row, second), header(second.seatId));
      expect({ route, status }).toEqual({ route, status: route.includes('/v3/rest') ? 401 : 403 });
    }
  });

  test('GraphQL: in the seat of X-Seat-Id or ?seatId=; another’s is treated like one that does not exist', async () => {
    const second = await guarded.estate();
    const member = await join('ADMIN');
    await grantUser({ ...guarded, userId: member.client.userId, seatId: second.seatId, role: 'EDITOR' });
    const query = '{ advertisers { nodes { databaseId } } }';
    const ids = async (headers: object) => {
      const { data } = await member.graphql(query, {}, headers);
      return data.advertisers.nodes.map((node: { databaseId: number }) => node.databaseId);
    };
    expect(await ids({})).toContain(seat.ids.Advertiser);
    expect(await ids(header(second.seatId))).toEqual([second.ids.Advertiser]);
    const byQuery = await member.send('POST', `/graphql?seatId=${second.seatId}`, { body: { query } });
    expect(JSON.parse(byQuery.text).data.advertisers.nodes).toEqual([{ databaseId: second.ids.Advertiser }]);
    const stranger = await guarded.estate();
    const answers = [];
    for (const seatId of [stranger.seatId, 2_000_000_011, 'x'])
      answers.push(await member.send('POST', '/graphql', { body: { query }, headers: header(seatId) }));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBeGreaterThanOrEqual(400);
  });
});

const withoutTime = (text: string) => text.replace(/"(timeStamp|timestamp)":"[^"]*"/g, '');

describe('a seat in sync', () => {
  const IN_SYNC = 'The account is in sync and read-only; try again later.';
  // What opens the seat to others is no part of the account.
  const writes = mutations.filter(([name]) => !READS.includes(name) && !FOR_ADMINS.includes(name));
  let editor: Member;
  let synced: Awaited<ReturnType<typeof guarded.estate>>;
  beforeAll(async () => {
    synced = await guarded.estate();
    editor = await createMember({
      ...guarded,
      seatId: synced.seatId,
      role: 'EDITOR',
      pixelIds: [Number(synced.ids.Pixel)],
    });
    await syncSeat({ system: guarded.system, seatId: synced.seatId, readOnly: true });
  });

  test.each(writes)('is not written by GraphQL: %s', async (_name, field) => {
    for (const said of await says(editor, field, synced.ids)) expect(said).toContain(IN_SYNC);
  });

  test.each(managed.filter(([route]) => isWrite(route)))('is not written by %s', async (route, row) => {
    const { status, text } = await send(editor, route, callOf(route, row, synced));
    const native = route.includes('/v3/rest');
    expect(status).toBe(native ? 405 : 403);
    const { errors } = JSON.parse(text);
    if (native)
      expect(errors).toMatchObject([{ code: 'E40002_ACCOUNT_IN_SYNC_READ_ONLY', description: IN_SYNC }]);
    else expect(errors).toMatchObject({ httpStatusCode: 403, message: IN_SYNC, validationErrors: [] });
  });

  test.each(managed.filter(([route]) => !isWrite(route)))('is read by %s', async (route, row) => {
    expect((await send(editor, route, callOf(route, row, synced))).status).toBe(200);
  });
});
