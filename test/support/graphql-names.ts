import { type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import { schema } from '../../src/graphql/schema.ts';

/** What GraphQL calls the fields that REST has other names for, by GraphQL's types of inputs: REST's → GraphQL's. */
const OF_LINE = {
  orderId: 'campaignId',
  feeList: 'fees',
  conversionList: 'conversionRules',
  removeConversionIds: 'removeConversionRuleIds',
};
const OF_OWNED = { accountId: 'advertiserId' };
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Line: OF_LINE,
  LineSchedule: { startDateStr: 'startDate', endDateStr: 'endDate' },
  LineConversion: { beaconId: 'pixelId' },
  Campaign: { campaignName: 'name' },
  AdGroup: { adGroupName: 'name', startDateStr: 'startDate' },
  NativeList: OF_OWNED,
  ProductSet: OF_OWNED,
  Pixel: { dotPixel: 'isDotPixel' },
  ReportOption: { accountIds: 'advertiserIds' },
};

/** `CreateCampaignsInput` and `CampaignInput` are of the same fields. */
const namesOf = (type: string): Readonly<Record<string, string>> =>
  NAMES[type.replace(/^(Create|Update)(?=[A-Z])/, '').replace(/s?Input$/, '')] ?? {};

/** REST's name of a field of an input type. */
export const restNameOf = (type: string, field: string): string =>
  Object.entries(namesOf(type)).find(([, name]) => name === field)?.[0] ?? field;

/** An input of a mutation, such as `CreateLineInput`, by GraphQL's names. */
export const inGraphqlNames = (type: string, input: object): Record<string, unknown> =>
  renamed(typeNamed(type), input, (of, name) => namesOf(of)[name] ?? name) as Record<string, unknown>;

/** The same by REST's. */
export const inRestNames = (type: string, input: object): Record<string, unknown> =>
  renamed(typeNamed(type), input, restNameOf) as Record<string, unknown>;

/** What REST says of a body, in the words that GraphQL has for the input. */
export function inGraphqlWords<T>(type: string, said: T): T {
  const words = wordsOf(typeNamed(type), new Set());
  const text = JSON.stringify(said).replace(/(?<!\\)\b[a-z]\w*\b/gi, (word) => words.get(word) ?? word);
  return JSON.parse(text);
}

function typeNamed(name: string): GraphQLInputType {
  const type = schema.getType(name);
  if (!isInputObjectType(type)) throw new Error(`The schema has no input ${name}.`);
  return type;
}

function renamed(
  type: GraphQLInputType,
  value: unknown,
  nameOf: (type: string, field: string) => string,
): unknown {
  const of = getNamedType(type);
  if (Array.isArray(value)) return value.map((item) => renamed(type, item, nameOf));
  if (!isInputObjectType(of) || typeof value !== 'object' || value === null) return value;
  const fields = of.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([given, part]) => {
      const name = nameOf(of.name, given);
      const field = fields[name] ?? fields[given];
      return [name, field ? renamed(field.type, part, nameOf) : part];
    }),
  );
}

/** REST's → GraphQL's, of all fields in an input. */
function wordsOf(type: GraphQLInputType, seen: Set<string>): Map<string, string> {
  const of = getNamedType(type);
  if (!isInputObjectType(of) || seen.has(of.name)) return new Map();
  seen.add(of.name);
  const inner = Object.values(of.getFields()).flatMap((field) => [...wordsOf(field.type, seen)]);
  return new Map([...Object.entries(namesOf(of.name)), ...inner]);
}
