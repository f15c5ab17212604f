import { readFileSync } from 'node:fs';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { RESOURCES as DEFINITIONS } from '../../src/domain/resources.ts';
import { schema } from '../../src/graphql/schema.ts';
import { REST_ROWS } from './guards/rest-rows.ts';

/** The names that partners may rely on. */
const QUERIES_BY_ID = 'advertiser campaign line ad deal nativeList productSet creative pixel report';
const CONNECTIONS = 'advertisers campaigns deals reports';
const OTHER_QUERIES = 'dictionary reportCatalog rateLimit';
const RESOURCES = 'Advertiser Campaign Line Ad Creative Deal NativeList ProductSet Pixel';
const BULK = 'createAds updateAds createLines updateLines';
const EDGES = {
  Advertiser: 'campaigns lines deals pixels creatives nativeLists productSets',
  Campaign: 'advertiser lines',
  Line: 'campaign ads bidMultipliers targeting',
  Ad: 'line creative schedules',
};
const INPUTS = {
  updateTargeting: 'lineId types geos nativeLists funnelAttributes',
  updateBidMultipliers: 'lineId added edited removed removedItems',
  createClick: 'adId',
  createAuthorizationCode: 'redirectUri clientId',
};
const PAYLOADS = { CreateClickPayload: 'vmcid', CreateAuthorizationCodePayload: 'code' };
const ERRORS = 'ValidationError NotFoundError ConflictError ForbiddenError';
/** The errors that some mutations have in addition. */
const ERRORS_OF: Readonly<Record<string, string>> = { createReport: 'RateLimitedError' };
const DICTIONARY = `languages countries timezones devices currencies currencyLimits callToActionTexts
  flashSaleCountdownPrefixTexts locations sites siteGroups interestSegments3p
  interestSegmentsDataProviders interestSegmentsPlatform categories exchanges`;
const REPORT = 'status url numRows errorMsg rows';
const CATALOGUE = 'dimensions metrics';

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly args?: readonly Described[];
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

function fieldsOf(type: string) {
  const found = schema.getType(type);
  if (isObjectType(found) || isInterfaceType(found)) return found.getFields();
  throw new Error(`the schema has no object ${type}`);
}

const argsOf = (type: string, field: string) =>
  Object.fromEntries((fieldsOf(type)[field]?.args ?? []).map((arg) => [arg.name, arg]));

function inputFields(mutation: string, argument = 'input') {
  const type = getNamedType(argsOf('Mutation', mutation)[argument]?.type);
  return isInputObjectType(type) ? Object.keys(type.getFields()) : [];
}

describe('queries', () => {
  test.each(words(QUERIES_BY_ID))('%s(id)', (name) => {
    expect(String(argsOf('Query', name).id?.type)).toBe('ID!');
  });

  test.each(words(CONNECTIONS))('%s is a connection with nodes, totalCount and pageInfo', (name) => {
    const args = Object.keys(argsOf('Query', name));
    expect(args).toEqual(expect.arrayContaining(['first', 'after', 'filter', 'orderBy']));
    const connection = getNamedType(fieldsOf('Query')[name]?.type)?.toString() ?? '';
    expect(Object.keys(fieldsOf(connection))).toEqual(
      expect.arrayContaining(['edges', 'nodes', 'totalCount', 'pageInfo']),
    );
  });

  test('the others', () => {
    expect(Object.keys(fieldsOf('Query'))).toEqual(expect.arrayContaining(words(OTHER_QUERIES)));
    expect(Object.keys(fieldsOf('RateLimit')).sort()).toEqual(['cost', 'limit', 'remaining', 'resetAt']);
    expect(Object.keys(fieldsOf('ReportCatalog'))).toEqual(words(CATALOGUE));
    expect(fieldsOf('Query').reportCatalog?.args).toEqual([]);
    for (const name of ['id', 'name']) expect(fieldsOf('ReportCatalogEntry')).toHaveProperty(name);
  });

  test.each(words(DICTIONARY))('dictionary.%s has value and name', (name) => {
    const entry = getNamedType(fieldsOf('Dictionary')[name]?.type)?.toString() ?? '';
    expect(Object.keys(fieldsOf(entry))).toEqual(expect.arrayContaining(['value', 'name']));
  });
});

describe('edges', () => {
  test.each(Object.entries(EDGES))('%s: %s', (type, names) => {
    expect(Object.keys(fieldsOf(type))).toEqual(expect.arrayContaining(words(names)));
  });

  test('every resource has a global id and REST’s number', () => {
    for (const type of words(RESOURCES)) {
      expect(String(fieldsOf(type).id?.type)).toBe('ID!');
      expect(String(fieldsOf(type).databaseId?.type)).toBe('SafeInt!');
    }
  });
});

test('every connection of a definition is a field of its type', () => {
  const missing = [...DEFINITIONS.values()].flatMap(({ name, relations }) =>
    Object.entries(relations)
      .filter(([field, { to }]) => to === 'pages' && !(field in fieldsOf(name)))
      .map(([field]) => `${name}.${field}`),
  );
  expect(missing).toEqual([]);
});

describe('mutations', () => {
  const pairs = words(RESOURCES).flatMap((resource) => [`create${resource}`, `update${resource}`]);
  const single = [...new Set([...pairs, ...Object.keys(INPUTS), ...Object.keys(ERRORS_OF)])];

  test.each(single)('%s(input, validateOnly) returns a union of its payload and its errors', (name) => {
    expect(Object.keys(argsOf('Mutation', name)).sort()).toEqual(['input', 'validateOnly']);
    const result = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const union = schema.getType(`${result}Result`);
    if (!union || !('getTypes' in union)) throw new Error(`${result}Result is no union`);
    expect(union.getTypes().map(String).sort()).toEqual(
      [...words(ERRORS), ...words(ERRORS_OF[name] ?? ''), `${result}Payload`].sort(),
    );
  });

  test.each(words(BULK))('%s(inputs, validateOnly) answers a list', (name) => {
    expect(Object.keys(argsOf('Mutation', name)).sort()).toEqual(['inputs', 'validateOnly']);
    expect(String(fieldsOf('Mutation')[name]?.type)).toMatch(/^\[\w+Result!\]!$/);
  });

  test.each(Object.entries(INPUTS))('%s takes %s', (name, fields) => {
    expect(inputFields(name)).toEqual(expect.arrayContaining(words(fields)));
  });

  test.each(pairs.filter((name) => name.startsWith('update')))('the id of %s stands in its input', (name) => {
    expect(inputFields(name)).toContain('id');
  });

  test('payloads and errors', () => {
    for (const [type, field] of Object.entries(PAYLOADS)) expect(fieldsOf(type)).toHaveProperty(field);
    for (const type of words(ERRORS)) expect(String(fieldsOf(type).message?.type)).toBe('String!');
    expect(String(fieldsOf('ValidationError').issues?.type)).toBe('[ValidationIssue!]!');
    expect(Object.keys(fieldsOf('ValidationIssue')).sort()).toEqual(['message', 'path']);
  });
});

test('the documents of the client have a fragment for each error', () => {
  const error = schema.getType('Error');
  if (!isInterfaceType(error)) throw new Error('Error is no interface');
  const path = new URL('../../src/client/documents/refusal.graphql', import.meta.url);
  const fragments = [...readFileSync(path, 'utf8').matchAll(/^fragment \w+ on (\w+)/gm)].map(
    ([, type]) => type,
  );
  expect(fragments.sort()).toEqual(schema.getPossibleTypes(error).map(String).sort());
});

test('every type, field, argument and value has a description', () => {
  const own = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
  );
  const bare = own.flatMap((type) => {
    const fields = 'getFields' in type ? Object.values<Described>(type.getFields()) : [];
    const values = isEnumType(type) ? type.getValues() : [];
    const args = fields.flatMap((field) =>
      (field.args ?? []).map((arg) => ({ ...arg, name: `${field.name}(${arg.name})` })),
    );
    return [{ ...type, name: '' }, ...fields, ...values, ...args]
      .filter(({ description }) => !description)
      .map(({ name }) => `${type.name}.${name}`);
  });
  expect(bare).toEqual([]);
});

test('there is no type that nothing uses', () => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const used = new Set(roots.map(String));
  for (const name of used) {
    const type = schema.getType(name);
    if (isUnionType(type)) for (const member of type.getTypes()) used.add(member.name);
    if (isObjectType(type)) for (const { name } of type.getInterfaces()) used.add(name);
    if (!type || !('getFields' in type)) continue;
    for (const field of Object.values(type.getFields())) {
      used.add(String(getNamedType(field.type)));
      if ('args' in field) for (const arg of field.args) used.add(String(getNamedType(arg.type)));
    }
  }
  // GraphQL's own scalars are in every schema.
  const own = Object.values(schema.getTypeMap()).filter((type) => !isSpecifiedScalarType(type));
  const names = own.map(String).filter((name) => !name.startsWith('__'));
  expect(names.filter((name) => !used.has(name))).toEqual([]);
});

test('reports: fields, rows, and the subscription', () => {
  expect(Object.keys(fieldsOf('Report'))).toEqual(expect.arrayContaining(words(REPORT)));
  expect(Object.keys(argsOf('Report', 'rows')).sort()).toEqual(['after', 'first']);
  expect(String(argsOf('Subscription', 'reportStatus').id?.type)).toBe('ID!');
});

describe('every operation of REST has its counterpart', () => {
  test('except for tokens, inputs of separate interfaces, and operation', () => {
    const without = Object.entries(REST_ROWS).filter(([, { graphql }]) => typeof graphql !== 'string');
    const known =
      / \/(identity\/.*|healthz|readyz|metrics|openapi(-observed)?\.json|dashboard(\/session)?|docs(\/.*)?|assets\/.*|graphql|v1\/.*)?$/;
    expect(without.map(([route]) => route).filter((route) => !known.test(route))).toEqual([]);
  });

  test.each(Object.entries(REST_ROWS))('%s', (_route, { graphql }) => {
    if (typeof graphql !== 'string') {
      expect(graphql.none).toBeTruthy();
      return;
    }
    const [type = '', field = ''] = graphql.includes('.') ? graphql.split('.') : ['Mutation', graphql];
    expect(fieldsOf(type)).toHaveProperty(field);
  });
});

test('delivery has its names', () => {
  for (const type of ['HasDelivery', 'Advertiser', 'Campaign', 'Line', 'Ad']) {
    expect(Object.keys(argsOf(type, 'delivery')).sort()).toEqual(words('currency range timezone'));
    expect(Object.keys(argsOf(type, 'deliverySeries')).sort()).toEqual(
      words('currency interval range timezone'),
    );
  }
  const shapes = {
    Delivery:
      'impressions: SafeInt! clicks: SafeInt! spend: Money! conversions: SafeInt! conversionValue: Money! ctr: Float cpm: Money cpc: Money cpa: Money returnOnAdSpend: Float asOf: DateTime',
    DeliveryPoint: 'start: DateTime! delivery: Delivery!',
    Pacing:
      'budget: Money! delivered: Money! expected: Money! ratio: Float projected: Money! budgetSpentAt: DateTime willUnderdeliver: Boolean! isActive: Boolean! status: PacingStatus!',
    DeliveryTable:
      'nodes: [DeliveryRow!]! totals: Delivery! totalCount: Int! pageInfo: PageInfo! asOf: DateTime',
  };
  for (const [name, shape] of Object.entries(shapes))
    expect(
      Object.values(fieldsOf(name))
        .map((field) => `${field.name}: ${field.type}`)
        .sort(),
    ).toEqual(shape.split(/ (?=\w+:)/).sort());
  expect(Object.keys(fieldsOf('DeliveryRow')).sort()).toEqual(
    words('ad advertiser campaign country delivery line package start'),
  );
});
