import { readFileSync } from 'node:fs';
import {
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { CreateApiClient } from '../../src/domain/access/identity/seat-clients/input.ts';
import { CreatePixel } from '../../src/domain/audiences/pixel/input.ts';
import { CreateSegment } from '../../src/domain/audiences/segment/input.ts';
import { CreateWebhook } from '../../src/domain/notifications/webhook/input.ts';
import { Payload } from '../../src/domain/reporting/report/payload/fields.ts';
import type { PayloadType } from '../../src/domain/reporting/report/payload/payload-types.ts';
import { RESOURCES } from '../../src/domain/resources.ts';
import { schema } from '../../src/graphql/schema.ts';
import { enumName, valuesOf } from '../../src/resources/define/enum-type.ts';
import type { InputDefinition } from '../../src/resources/define/input.ts';
import { Problems } from '../../src/resources/define/input.ts';
import {
  isObjectType,
  isListType as isZodList,
  traitOf,
  unwrap,
} from '../../src/resources/define/schemas.ts';
import { schemaChecker } from '../rest/openapi/checker.ts';
import { contextOf } from '../support/actors.ts';
import { restNameOf } from '../support/graphql-names.ts';
import { guardedSystem } from './guards/guarded.ts';
import { restPlacesOf, writesOf } from './guards/places.ts';
import { callOf, send } from './guards/rest-calls.ts';
import { merge } from './guards/slots.ts';

/** Fields with a fixed set of values are enums in GraphQL. REST refuses other values and names the field. */
const { system, routes, estate } = await guardedSystem();
const own = await estate();

const writes = writesOf(routes);
const check = schemaChecker(JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')));

const wordsOf = (type: GraphQLInputType): string[] => {
  const named = getNamedType(type);
  return isEnumType(named) ? named.getValues().map(({ value }) => String(value)) : [];
};

/** What a refusal says of a path, in the envelope of any interface. */
const saidOf = (text: string, path: string): string =>
  text.match(new RegExp(`"[^"]*${path.replace(/[.[\]]/g, '\\$&')} (must be [^";]*)`))?.[1] ?? text;

describe('over REST, a value outside of a closed set is refused on its field, with the allowed values', () => {
  const places = writes.flatMap(({ route, row, input }) =>
    [...restPlacesOf(input)]
      // A report by names is of GraphQL alone.
      .filter(
        ({ path, type }) =>
          isEnumType(getNamedType(type)) &&
          // REST's documents lack it.
          path !== 'dailyBudgetType' &&
          (row.graphql !== 'createReport' || /^(reportOption|limit)/.test(path)),
      )
      .map((place) => [`${route} ${place.path}`, { route, row, ...place }] as const),
  );

  test('there are such fields on every interface that has them', () => {
    expect(places.length).toBeGreaterThan(75);
    for (const prefix of ['POST /traffic', 'PUT /traffic', 'POST /v3', 'PUT /v3', 'POST /extreport'])
      expect(places.some(([name]) => name.startsWith(prefix))).toBe(true);
  });

  test.each(places)('%s', async (_name, { route, row, path, type, at }) => {
    const call = callOf(route, row, own);
    const { status, text } = await send(own, route, { ...call, body: merge(call.body, at('BANANA')) });
    expect(status).toBe(400);
    const said = saidOf(text, path);
    expect(said).toMatch(/^must be (one of )?\w+(, \w+| or \w+)*$/);
    const allowed = said.replace(/^must be (one of )?/, '').split(/, | or /);
    expect(wordsOf(type)).toEqual(expect.arrayContaining(allowed));
  });
});

describe('what a create refuses when it is missing is non-null in its input', () => {
  const missing = (text: string): string[] =>
    [...text.matchAll(/([\w.[\]]+) is required/g)].map(([, path = '']) => path.replaceAll('[0]', ''));

  function nullable(input: GraphQLInputObjectType, paths: readonly string[]): string[] {
    return paths.filter((path) => {
      const names = path.split('.');
      let type: GraphQLInputType = input;
      for (const name of names) {
        const within: GraphQLNamedType = getNamedType(type);
        if (!isInputObjectType(within)) throw new Error(`${path} is not in ${input.name}.`);
        const field: GraphQLInputField | undefined = Object.values(within.getFields()).find(
          (each) => restNameOf(within.name, each.name) === name,
        );
        if (!field) throw new Error(`${path} is not in ${input.name}.`);
        type = field.type;
      }
      return !isNonNullType(type);
    });
  }

  const creates = writes.filter(
    ({ route, row }) => /^POST \/(traffic|v3)/.test(route) && String(row.graphql).startsWith('create'),
  );

  test.each(creates.map((each) => [each.route, each] as const))(
    '%s',
    async (_name, { route, row, input }) => {
      const call = callOf(route, row, own);
      const bodies = [
        {},
        ...[...restPlacesOf(input)]
          .filter(({ type }) => isInputObjectType(getNamedType(type)))
          .map(({ at }) => merge(call.body, at({}))),
      ];
      // The valid body's own objects would fill the empty ones, so they are also sent alone.
      const alone = [...restPlacesOf(input)]
        .filter(({ type }) => isInputObjectType(getNamedType(type)))
        .map(({ at }) => at({}));
      const found = new Set<string>();
      for (const body of [...bodies, ...alone]) {
        const { text } = await send(own, route, { ...call, body });
        for (const path of missing(text)) found.add(path);
      }
      expect(found.size).toBeGreaterThan(0);
      expect(nullable(input, [...found])).toEqual([]);
    },
  );

  const definitions = { CreateWebhook, CreateApiClient, CreateSegment, CreatePixel } as unknown as Record<
    string,
    InputDefinition<never>
  >;
  test.each(Object.entries(definitions))('%s, which only GraphQL has', async (name, definition) => {
    const problems = new Problems();
    problems.parse(await contextOf(system, own.client), definition, {});
    const paths = problems.issues.flatMap(({ message }) => missing(message));
    expect(paths.length).toBeGreaterThan(0);
    expect(nullable(schema.getType(`${name}Input`) as GraphQLInputObjectType, paths)).toEqual([]);
  });

  test('in the parts of a report', () => {
    const partsOf = (type: PayloadType, seen = new Set<PayloadType>()): Set<PayloadType> => {
      if (seen.has(type)) return seen;
      seen.add(type);
      for (const field of Object.values(type.fields())) {
        const item = field.is === 'list' ? field.of : field;
        if (item.is === 'object') partsOf(item.type, seen);
      }
      return seen;
    };
    for (const part of [...partsOf(Payload)].filter((part) => part !== Payload)) {
      const required = Object.entries(part.fields()).flatMap(([name, field]) =>
        field.required ? [name] : [],
      );
      expect(nullable(schema.getType(`${part.name}Input`) as GraphQLInputObjectType, required)).toEqual([]);
    }
  });

  test('and so is the type of a product set, for which REST has a default', () => {
    const { type } = (schema.getType('CreateProductSetInput') as GraphQLInputObjectType).getFields();
    expect(String(type?.type)).toBe('ProductSetType!');
  });
});

describe('a closed set of values is an enum of GraphQL', () => {
  test.each([...RESOURCES.values()].map((resource) => [resource.name, resource] as const))(
    'in %s',
    (name, resource) => {
      const type = schema.getType(name) as GraphQLObjectType;
      const fields = type.getFields();
      for (const [field, { enumType, input }] of Object.entries(resource.fields)) {
        if (input) expect([field, traitOf(input).enumType]).toEqual([field, enumType]);
        if (!enumType) continue;
        const shown = getNamedType(fields[field]?.type) as GraphQLEnumType;
        expect([field, shown.name]).toEqual([field, enumType.name]);
        expect(
          shown
            .getValues()
            .map(({ name }) => name)
            .sort(),
        ).toEqual(valuesOf(enumType).map(enumName).sort());
      }
    },
  );

  test('in every input that is made of a definition: none has values without one', () => {
    const isOpen = (type: Parameters<typeof unwrap>[0]): boolean => {
      const inner = unwrap(type);
      if (isObjectType(inner)) return Object.values(inner.shape).some(isOpen);
      if (isZodList(inner)) return isOpen(inner.element);
      return inner.def.type === 'enum' && traitOf(type).kind === undefined;
    };
    for (const { name, fields } of RESOURCES.values())
      for (const [field, { input }] of Object.entries(fields))
        expect([name, field, input ? isOpen(input) : false]).toEqual([name, field, false]);
  });

  test('and no scalar accepts any value', () => {
    expect(schema.getType('ListedValue')).toBeUndefined();
    expect(schema.getType('ListedCondition')).toBeUndefined();
  });

  test('a misspelt value does not pass the validation of the document', async () => {
    const { errors, data } = await own.graphql(
      `mutation { createLine(input: {name: "x", campaignId: ${own.ids.Campaign}, goalType: ENHANCED_CPX}) { __typename } }`,
    );
    expect(data).toBeUndefined();
    expect(errors[0].message).toContain('Did you mean the enum value "ENHANCED_CPC"');
  });
});

describe('a value outside the enum that was stored earlier is preserved: REST returns it, GraphQL returns null', () => {
  const TABLES: Readonly<Record<string, { table: string; rest?: (id: unknown) => string; query: string }>> = {
    Line: { table: 'line', rest: (id) => `/traffic/lines/${id}`, query: 'line' },
    Campaign: { table: 'campaign', rest: (id) => `/v3/rest/campaign/${id}`, query: 'campaign' },
    ProductSet: { table: 'product_set', rest: (id) => `/traffic/productsets/${id}`, query: 'productSet' },
    LineSchedule: { table: 'line_schedule', query: '' },
    LineConversion: { table: 'line_conversion', query: '' },
  };
  const fields = [...RESOURCES.values()].flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { hasOlderValues, column }]) =>
      hasOlderValues ? [[name, field, column] as const] : [],
    ),
  );

  test('every such field is tried here', () => {
    expect(new Set(fields.map(([name]) => name))).toEqual(new Set(Object.keys(TABLES)));
  });

  test.each(fields)('%s.%s: its description says so where nothing else makes it null', (name, field) => {
    const type = schema.getType(name) as GraphQLObjectType;
    const input = schema.getType(`Create${name}Input`) as GraphQLInputObjectType | undefined;
    const isRequired = isNonNullType(input?.getFields()[field]?.type);
    if (isRequired) expect(type.getFields()[field]?.description).toContain('Null only for another');
  });

  test.each(fields)('%s.%s', async (name, field, column) => {
    const { table = '', rest, query = '' } = TABLES[name] ?? {};
    const id = own.ids[name as 'Line'];
    const stored = column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const { rows } = await system.pool.query(`SELECT ${stored} AS word FROM ${table} WHERE id = $1`, [id]);
    const set = (word: unknown) =>
      system.pool.query(`UPDATE ${table} SET ${stored} = $2 WHERE id = $1`, [id, word]);
    await set('OLDER_WORD');
    const url = rest?.(id) ?? `/traffic/lines/${own.ids.Line}`;
    const answer = await own.send('GET', url);
    expect(answer.text).toContain(`"${field}":"OLDER_WORD"`);
    const described = name === 'Campaign' ? 'NativeCampaign' : name.replace(/^Line.*/, 'Line');
    expect(check(`#/components/schemas/${described}`, JSON.parse(answer.text).response)).toEqual([]);
    const part = name === 'LineSchedule' ? 'schedules' : 'conversionRules';
    const { data, errors } = await own.graphql(
      query === ''
        ? `{ owner: line(id: ${own.ids.Line}) { rows: ${part} { ${field} } } }`
        : `{ owner: ${query}(id: ${id}) { ${field} } }`,
    );
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data.owner)).toContain(`"${field}":null`);
    await set(rows[0].word);
  });

  // REST has no PUT of product sets.
  test.each(fields.filter(([name]) => name !== 'ProductSet'))(
    '%s.%s can be PUT back, and no other value can be',
    async (name, field, column) => {
      const { table = '', rest = (id: unknown) => `/traffic/lines/${id}` } = TABLES[name] ?? {};
      const id = own.ids[name as 'Line'];
      const stored = column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const word = async () =>
        (await system.pool.query(`SELECT ${stored} AS word FROM ${table} WHERE id = $1`, [id])).rows[0].word;
      const set = (value: unknown) =>
        system.pool.query(`UPDATE ${table} SET ${stored} = $2 WHERE id = $1`, [id, value]);
      const before = await word();
      await set('OLDER_WORD');
      const url = rest(table.startsWith('line') ? own.ids.Line : id);
      const { text } = await own.send('GET', url);
      const body = JSON.parse(text).response;
      const target = url.startsWith('/v3') ? url.replace(/\/\d+$/, '') : url;
      const put = (sent: unknown) => own.send('PUT', target, { body: sent });
      const again = await put(body);
      expect([again.status, JSON.parse(again.text).response]).toEqual([200, body]);
      expect(await word()).toBe('OLDER_WORD');
      const other = await put(JSON.parse(JSON.stringify(body).replace('OLDER_WORD', 'OTHER_WORD')));
      expect([other.status, other.text]).toEqual([400, expect.stringContaining(`${field} must be one of `)]);
      await set(before);
    },
  );
});
