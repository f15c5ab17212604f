import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isInputObjectType, isRequiredInputField } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { inGraphqlNames, inGraphqlWords, restNameOf } from '../../support/graphql-names.ts';
import { type Caller, problems, trafficSystem } from '../../support/seat.ts';
import { type Given, ONE_FACE, OPERATIONS, type Operation } from './operations.ts';

/** REST and GraphQL run the same operation: the same input gives the same state and the same messages. */

const { caller } = await trafficSystem();
const seat = await caller();
const given = await prepare();

async function prepare(): Promise<Given> {
  const { id: advertiserId } = await seat.advertiser();
  const { id: campaignId } = await seat.campaign({ advertiserId });
  const { id: lineId } = await seat.line({ orderId: campaignId });
  const { id: creativeId } = await seat.creative({ advertiserId });
  const other = await caller();
  const ad = await other.ad();
  const line = (await other.get(`/lines/${ad.lineId}`)).body.response;
  const foreign = {
    advertiser: line.advertiserId,
    campaign: line.orderId,
    line: line.id,
    creative: ad.creativeId,
  };
  return { advertiserId, campaignId, lineId, creativeId, foreign };
}

/** `untyped` are the places that GraphQL's types refuse, before the operation is reached. */
type Outcome = { id: number } | { problems: Record<string, string> } | { untyped: string[] };

async function byRest(operation: Operation, id: number, input: object): Promise<Outcome> {
  const [method, path] = operation.rest(id);
  const reply = await (method === 'POST' ? seat.post(path, input) : seat.put(path, input));
  if (reply.status === 200) return { id: operation.target ? id : reply.body.response.id };
  expect(reply.status).toBe(400);
  return { problems: problems(reply) };
}

async function byGraphql(operation: Operation, id: number, input: object): Promise<Outcome> {
  const { mutation, payload, idField = 'id', target } = operation;
  const type = mutation.charAt(0).toUpperCase() + mutation.slice(1);
  const result = payload === 'targeting' ? 'lineId' : 'databaseId';
  const document = `mutation($input: ${type}Input!) {
    ${mutation}(input: $input) {
      __typename
      ... on ${type}Payload { ${payload} { ${result} } }
      ... on ValidationError { issues { path message } }
    }
  }`;
  const sent = inGraphqlNames(`${type}Input`, target ? { ...input, [idField]: id } : input);
  const { body } = await seat.graphql(document, { input: sent });
  if (body.errors) return { untyped: body.errors.map(placeOf) };
  const answer = body.data[mutation];
  if (answer.__typename === `${type}Payload`) return { id: target ? id : answer[payload].databaseId };
  expect(answer.__typename).toBe('ValidationError');
  const issues: { path: string; message: string }[] = answer.issues;
  return { problems: Object.fromEntries(issues.map(({ path, message }) => [path, message])) };
}

/** Where a value does not fit its type: `at "input.schedules[0]"; Field "startDate" … was not provided`. */
function placeOf({ message }: { message: string }): string {
  const [, at] = /at "input\.?([^"]*)"/.exec(message) ?? [];
  const [, field] = /Field "(\w+)" of required type/.exec(message) ?? [];
  if (at === undefined && field === undefined) throw new Error(message);
  return [at, field].filter(Boolean).join('.');
}

/** What REST reads, without the values that differ from one creation to the next. */
async function stateOf(seat: Caller, operation: Operation, outcome: Outcome): Promise<unknown> {
  if (!('id' in outcome)) throw new Error(JSON.stringify(outcome));
  const { status, body } = await seat.get(operation.read(outcome.id));
  expect(status).toBe(200);
  return JSON.parse(
    JSON.stringify(body.response, (key, value) =>
      ['id', 'updatedAt', 'createdAt'].includes(key) ? undefined : value,
    ),
  );
}

describe('the operations of the domain', () => {
  test('each has a row here, or is known to have one interface', () => {
    const domain = join(import.meta.dirname, '../../../src/domain');
    const found = readdirSync(domain, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
      const [, context, verb, ...deeper] = path.split('/');
      const isVerb = ['create.ts', 'update.ts', 'delete.ts'].includes(verb ?? '');
      return isVerb && deeper.length === 0 ? [`${context}/${verb?.slice(0, -3)}`] : [];
    });
    expect(found.sort()).toEqual([...Object.keys(OPERATIONS), ...Object.keys(ONE_FACE)].sort());
  });
});

const creations = Object.values(OPERATIONS).filter(({ target }) => !target);

test.each(creations)(
  'what REST requires of a creation, GraphQL requires in its input: $mutation',
  async (operation) => {
    const { mutation, rest } = operation;
    const [, path] = rest(0);
    const required = Object.entries(problems(await seat.post(path, {})))
      .filter(([, message]) => message.endsWith('is required'))
      .map(([name]) => name);
    // REST has a default for it.
    if (mutation === 'createProductSet') required.push('type');
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
    const input = schema.getType(type);
    if (!isInputObjectType(input)) throw new Error(`there is no ${type}`);
    const nonNull = Object.values(input.getFields()).filter(isRequiredInputField);
    expect(nonNull.map(({ name }) => restNameOf(type, name)).sort()).toEqual(required.sort());
    const document = `mutation($input: ${type}!) { ${mutation}(input: $input) { __typename } }`;
    const { status, body } = await seat.graphql(document, { input: {} });
    expect(status).toBe(400);
    const reported = body.errors.map(
      ({ message }: { message: string }) => /Field "(\w+)"/.exec(message)?.[1],
    );
    expect(required).toEqual(expect.arrayContaining(reported.map((name: string) => restNameOf(type, name))));
  },
);

describe.each(Object.entries(OPERATIONS))('%s', (_name, operation) => {
  const target = () => operation.target?.(seat, given.advertiserId) ?? Promise.resolve(0);

  test('the same input stores the same state through either interface', async () => {
    const input = operation.good(given);
    const rest = await byRest(operation, await target(), input);
    const graphql = await byGraphql(operation, await target(), input);
    expect(await stateOf(seat, operation, graphql)).toEqual(await stateOf(seat, operation, rest));
  });

  test('the same bad input is refused with the same messages at the same places', async () => {
    const id = await target();
    for (const input of operation.bad(given)) {
      const type = operation.mutation.charAt(0).toUpperCase() + operation.mutation.slice(1);
      const rest = inGraphqlWords(`${type}Input`, await byRest(operation, id, input));
      expect(rest).toHaveProperty('problems');
      const graphql = await byGraphql(operation, id, input);
      if ('untyped' in graphql)
        expect(Object.keys('problems' in rest ? rest.problems : {})).toEqual(
          expect.arrayContaining(graphql.untyped),
        );
      else expect(graphql).toEqual(rest);
    }
  });
});
