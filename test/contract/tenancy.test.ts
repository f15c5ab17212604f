import { type GraphQLField, getNamedType, isObjectType, isUnionType } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { grantUser } from '../../src/domain/access/tenancy/grant-user.ts';
import { schema } from '../../src/graphql/schema.ts';
import { recordOrEmpty } from '../../src/platform/text/typed.ts';
import { inRestNames } from '../support/graphql-names.ts';
import { createMember } from './guards/estate.ts';
import { guardedSystem, unknownIds } from './guards/guarded.ts';
import { type Id, inputOf, KINDS, type Kind, reportByNames } from './guards/inputs.ts';
import { callOf, queryNames, type RestCall, send } from './guards/rest-calls.ts';
import { REST_ROWS } from './guards/rest-rows.ts';
import { lost, referencesTo, snapshot } from './guards/rows-of.ts';
import {
  documentFor,
  isConnection,
  kindOf,
  looksLikeId,
  merge,
  type Slot,
  selectionOf,
  slotsOf,
} from './guards/slots.ts';

/**
 * IDs of another seat are answered as IDs that do not exist, in every place that takes one.
 * The places are read from the schema and the route table: a new operation without a row fails here.
 */

const guarded = await guardedSystem();
const other = await guarded.estate();
const stored = async () => ({
  rows: await snapshot(guarded.system.pool),
  references: await referencesTo(guarded.system.pool, other.seatId),
});
const before = await stored();
const estate = await guarded.estate();
// The caller belongs to the other seat, too: what a call may name is of the seat of the call all the same.
const { seatId, ids } = estate;
const caller = await createMember({ ...guarded, seatId, role: 'ADMIN', pixelIds: [Number(ids.Pixel)] });
await grantUser({ ...guarded, userId: caller.client.userId, seatId: other.seatId, role: 'ADMIN' });
// Views are their user's alone.
const { data: saved } = await caller.graphql(
  'mutation { saveView(input: {name: "Own", page: ADS, search: ""}) { ... on SaveViewPayload { savedView { databaseId } } } }',
);
const own = { ...estate, ...caller, ids: { ...ids, SavedView: saved.saveView.savedView.databaseId } };

/** The service assigns the IDs of new parts and ignores IDs that are sent. */
const IGNORED = /^create(Ad|Line)s?: inputs?\.(schedules|fees|conversionRules|countdown)\.id$/;
/** Removing an item that is not there changes nothing, and a report on an unknown ID has no rows. */
const PASSED_OVER =
  /^updateTargeting: input\.nativeLists\.removed$|^updatePixelClients: input\.removed$|^createReport: input\.reportOption|^(saveReport|updateSavedReport): input\.report\.(reportOption|filter)|^createReport: input\.filter/;
/** Places of reports by names. */
const BY_NAMES = /^input\.(report\.)?filter\.(in|notIn)$/;

const isTaken = (operation: string, path: string): boolean =>
  IGNORED.test(`${operation}: ${path}`) || PASSED_OVER.test(`${operation}: ${path}`);

/** What was answered, without the id that was sent and without what each answer has of its own. */
function scrub(text: string, id: Id): string {
  return text
    .replace(/,"extensions":\{.*?\}(?=\}$)/, '')
    .replace(/"(timeStamp|timestamp)":"[^"]*"/g, '"$1":""')
    .replaceAll(
      new RegExp(`(?<![0-9A-Za-z])${String(id).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![0-9A-Za-z])`, 'g'),
      '<id>',
    )
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, '<new>');
}

interface Said {
  readonly status: number;
  readonly text: string;
  readonly headers: string[];
}

/** Asks with the other seat's id and with ids of nothing; answers the one answer that all of them got. */
async function sameAnswer(
  kind: Kind,
  ask: (id: Id) => Promise<{ status: number; text: string; headers: object }>,
) {
  const foreign = other.ids[kind];
  const said: Said[] = [];
  for (const id of [foreign, ...unknownIds(foreign)]) {
    const { status, text, headers } = await ask(id);
    expect(text).not.toContain(other.mark);
    said.push({ status, text: scrub(text, id), headers: Object.keys(headers).sort() });
  }
  for (const unknown of said.slice(1)) expect(unknown).toEqual(said[0]);
  return said[0] as Said;
}

const graphql = (query: string, variables: object) =>
  own.send('POST', '/graphql', { body: { query, variables } });

const fieldsOf = (type: string): GraphQLField<unknown, unknown>[] => {
  const found = schema.getType(type);
  return isObjectType(found) ? Object.values(found.getFields()) : [];
};

const isKind = (name: string): name is Kind => (KINDS as readonly string[]).includes(name);

/** `createAdGroups` is about ad groups, `updateTargeting` about no type of that name. */
function resourceOf(field: string, type: string): Kind | undefined {
  const name = field.replace(/^(create|update|delete)/, '').replace(/s$/, '');
  return [type, name].find(isKind);
}

describe('GraphQL mutations', () => {
  describe.each(fieldsOf('Mutation').map((field) => [field.name, field] as const))('%s', (name, field) => {
    const slots = slotsOf(name, field.args, resourceOf(name, ''));
    const listArg = field.args.some((arg) => arg.name === 'inputs');
    const good = (): Record<string, unknown> => {
      const input = inputOf(name, own.ids, own.mark);
      const id = field.args.find((arg) => arg.name === 'id');
      if (id) return { id: own.ids[kindOf(name, 'id', resourceOf(name, ''))] };
      if (!input && field.args.some(({ type }) => type.toString().endsWith('!')))
        throw new Error(`${name} has no row in test/contract/guards/inputs.ts`);
      return listArg ? { inputs: [input] } : { input };
    };
    const goodFor = (path: string): Record<string, unknown> => {
      if (!BY_NAMES.test(path)) return good();
      const { filter, ...report } = reportByNames(own.ids);
      const named = { ...report, filter: path.endsWith('notIn') ? [{ dimension: 'ADVERTISER' }] : filter };
      return {
        input: name === 'createReport' ? named : { ...inputOf(name, own.ids, own.mark), report: named },
      };
    };
    const document = documentFor({
      kind: 'mutation',
      field,
      names: field.args.map((arg) => arg.name),
      selection: refusals(field),
    });

    test('takes its row', async () => {
      const answer = await own.graphql(document, { ...good(), validateOnly: true });
      expect(answer.errors).toBeUndefined();
      // The database of the tests is not a sandbox, so its clock cannot be moved.
      if (name.includes('Sandbox')) expect(answer.data.answer.message).toMatch(/is not a sandbox/);
      else expect(JSON.stringify(answer.data)).not.toMatch(/"\w+Error"|"message"/);
    });

    test.each(slots.map((slot) => [slot.path, slot] as const))('%s', async (path, slot: Slot) => {
      const { status, text } = await sameAnswer(slot.kind, (id) =>
        graphql(document, merge(goodFor(path), slot.at(id)) as object),
      );
      expect(status).toBe(200);
      if (!isTaken(name, path)) expect(text).toMatch(/Error"|"errors":\[|"message"/);
    });
  });
});

/** What a mutation says when it refuses. */
function refusals(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  const errors = `... on ValidationError { message issues { path message } } ... on NotFoundError { message }
    ... on ConflictError { message } ... on ForbiddenError { message }`;
  if (isUnionType(type)) return `{ __typename ${errors} }`;
  return '{ __typename error { code message description } }';
}

describe('GraphQL reads', () => {
  const roots = [...fieldsOf('Query'), ...fieldsOf('Dictionary')];
  const places = roots.flatMap((field) => {
    const of = getNamedType(field.type).name.replace(/Connection$/, '');
    const shared = fieldsOf('Dictionary').includes(field) ? ['id', 'parentId'] : [];
    const args = field.args.filter(({ name }) => !shared.includes(name));
    return slotsOf(field.name, args, isKind(of) ? of : undefined).map(
      (slot) => [`${field.name}(${slot.path})`, field, slot] as const,
    );
  });

  test.each(places)('%s', async (_name, field, slot) => {
    const inDictionary = fieldsOf('Dictionary').includes(field);
    const names = [slot.path.split('.')[0] ?? '', ...Object.keys(CONTEXT[slot.path] ?? {})];
    const inner = documentFor({ kind: 'query', field, names });
    const document = inDictionary ? inner.replace(/^(.*?)\{(.*)\}$/s, '$1{ dictionary {$2} }') : inner;
    const args = (id: Id) => merge(CONTEXT[slot.path] ?? {}, slot.at(id)) as object;
    const foreign = await sameAnswer(slot.kind, (id) => graphql(document, args(id)));
    // Only in a sandbox: test/graphql/account/self-service.test.ts.
    if (_name.startsWith('sandboxCertificate(')) return;
    const mine = await graphql(document, args(own.ids[slot.kind]));
    expect(mine.text).not.toContain('"errors"');
    // The estate has no facts or refused events: test/graphql/delivery and refused-events.test.ts compare them.
    if (/^(delivery|lineAlerts|eventRefusals)\(/.test(_name)) return;
    expect(scrub(mine.text, own.ids[slot.kind])).not.toBe(foreign.text);
  });

  /** Every connection that one of the seat's own things has, and those at the root. */
  const edges = ['Query', ...KINDS].flatMap((type) =>
    fieldsOf(type)
      .filter((field) => isConnection(field.type))
      .map((field) => [`${type}.${field.name}`, type, field] as const),
  );
  test.each(edges)(
    '%s returns rows of the seat only, and no cursor reveals another seat',
    async (_name, type, field) => {
      const around = (inner: string, id: Id) =>
        type === 'Query'
          ? `query ($after: String) { ${inner} }`
          : `query ($after: String) { ${lower(type)}(id: "${id}") { ${inner} } }`;
      const named = getNamedType(field.type).name;
      const node = fieldsOf(named).find(({ name }) => name === 'nodes');
      const nodes = node ? `nodes ${selectionOf(node.type, 0)}` : '';
      const text = `${field.name}(first: 3, after: $after) { totalCount ${nodes} edges { cursor } }`;
      const theirs = await other.graphql(around(text, other.ids[type as Kind] ?? ''), {});
      const page = type === 'Query' ? theirs.data : Object.values(theirs.data)[0];
      const cursor: string | undefined = page?.[field.name]?.edges[0]?.cursor;
      if (cursor === undefined) return;
      const ask = (after: string) => graphql(around(text, own.ids[type as Kind] ?? ''), { after });
      const first = await graphql(around(text, own.ids[type as Kind] ?? ''), {});
      expect(first.text).not.toContain('"errors"');
      const foreign = await ask(cursor);
      for (const page of [first, foreign]) expect(page.text).not.toContain(other.mark);
      // It is a place in the order, no row: the seat's own things were all made after it.
      const nodesOf = (answer: { text: string }): unknown[] =>
        Object.values(
          type === 'Query' ? JSON.parse(answer.text).data : JSON.parse(answer.text).data[lower(type)],
        ).flatMap((page) => (page as { edges: unknown[] }).edges);
      const newestFirst = /history|changes|reports|deliveries|Receipts/.test(field.name);
      expect(nodesOf(foreign)).toEqual(newestFirst ? [] : nodesOf(first));
    },
  );
});

describe('GraphQL subscriptions', () => {
  const places = fieldsOf('Subscription').flatMap((field) =>
    slotsOf(field.name, field.args, field.name === 'reportStatus' ? 'Report' : undefined).map(
      (slot) => [`${field.name}(${slot.path})`, field, slot] as const,
    ),
  );
  test.each(places)('%s', async (_name, field, slot) => {
    const document = documentFor({ kind: 'subscription', field, names: [slot.path] });
    const { text } = await sameAnswer(slot.kind, (id) =>
      own.send('POST', '/graphql', {
        headers: { accept: 'text/event-stream' },
        body: { query: document, variables: slot.at(id) },
      }),
    );
    expect(text).toContain('"errors"');
  });
});

const lower = (type: string): string => type.charAt(0).toLowerCase() + type.slice(1);

/** What else a read needs where it is given that one. */
const TABLE = { input: { by: ['LINE'], range: { preset: 'TODAY' } } };
const CONTEXT: Readonly<Record<string, object>> = {
  'input.advertiserIds': TABLE,
  'input.filter.campaignIds': TABLE,
  'input.filter.lineIds': TABLE,
  'input.filter.adIds': TABLE,
  'filter.resourceId': { filter: { resource: 'Line' } },
  advertiserId: { day: '2026-03-01' },
};

describe('REST', () => {
  test('every route has a row, and every row a route', () => {
    expect(Object.keys(REST_ROWS).sort()).toEqual([...guarded.routes].sort());
  });

  const rows = Object.entries(REST_ROWS).filter(([, row]) => !row.seatless);
  describe.each(rows)('%s', (route, row) => {
    const [method = '', url = ''] = route.split(' ');
    const ask = (call: RestCall) => send(own, route, call);
    const call = () => callOf(route, row, own);
    const signed = url.endsWith('/download');

    if (method !== 'DELETE' && !signed)
      test('returns the seat itself', async () => {
        const { status, text } = await ask(call());
        expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
      });

    const inPath = Object.keys(call().path);
    test.each(inPath)('path: %s', async (name) => {
      const { status } = await sameAnswer(kindOf(route, name, row.id), (id) => {
        const { path, ...rest } = call();
        return ask({ ...rest, path: { ...path, [name]: id } });
      });
      expect(status).toBeGreaterThanOrEqual(400);
    });

    const inQuery = [...new Set([...queryNames(route), ...Object.keys(row.needs ?? {})])]
      .filter(looksLikeId)
      .filter((name) => !row.common?.includes(name));
    test.each(inQuery)('query: %s', async (name) => {
      await sameAnswer(kindOf(route, name, row.id), (id) => {
        const { query, ...rest } = call();
        return ask({ ...rest, query: { ...query, [name]: id } });
      });
    });

    const mutation =
      typeof row.graphql === 'string' ? schema.getMutationType()?.getFields()[row.graphql] : undefined;
    const input = mutation?.args.filter((arg) => arg.name.startsWith('input')) ?? [];
    const inputType = input[0] && getNamedType(input[0].type).name;
    const inRest = (sent: unknown) => inRestNames(String(inputType), recordOrEmpty(sent));
    const key = row.graphql === 'updateTargeting' ? 'input.lineId' : `input.${inPath[0]}`;
    const slots =
      call().body === undefined
        ? []
        : slotsOf(mutation?.name ?? '', input, row.id).filter(
            ({ path }) => path !== key && !BY_NAMES.test(path),
          );
    test.each(slots.map((slot) => [slot.path, slot] as const))('body: %s', async (path, slot) => {
      const { text } = await sameAnswer(slot.kind, (id) => {
        const { input: one, inputs } = slot.at(id) as { input?: unknown; inputs?: unknown[] };
        const { body, ...rest } = call();
        return ask({ ...rest, body: merge(body, inRest(one ?? inputs?.[0])) }).then((answer) =>
          isTaken(mutation?.name ?? '', path) ? { ...answer, text: '' } : answer,
        );
      });
      if (!isTaken(mutation?.name ?? '', path)) expect(text).toMatch(/"errors":[{[]|"errorCode"/);
      if (!row.batch) return;
      await sameAnswer(slot.kind, (id) => {
        const { inputs } = slot.at(id) as { inputs?: unknown[] };
        const { body, ...rest } = call();
        const item = merge(body, inRest(inputs?.[0]));
        return ask({ ...rest, body: [item, item] });
      });
    });
  });
});

afterAll(async () => {
  const after = await stored();
  expect(lost(before.rows, after.rows)).toEqual([]);
  const { seat_member: members = 0 } = before.references;
  expect(after.references).toEqual({ ...before.references, seat_member: members + 1 });
});
