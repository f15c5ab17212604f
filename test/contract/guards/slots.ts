import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isUnionType,
} from 'graphql';
import type { Id, Kind } from './inputs.ts';

/** A place of an input where an id goes: `input.schedules.id`. */
export interface Slot {
  readonly path: string;
  readonly kind: Kind;
  /** The input with the id there and nothing else. */
  readonly at: (id: Id) => Record<string, unknown>;
}

/** What an id of that name refers to; longer names, `schedules.id`, win. `id` alone is the resource itself. */
const KIND_OF: Readonly<Record<string, Kind>> = {
  advertiserId: 'Advertiser',
  accountId: 'Advertiser',
  accounts: 'Advertiser',
  campaignIds: 'Campaign',
  lineIds: 'Line',
  adIds: 'Ad',
  pixelIds: 'Pixel',
  'includeValues.id': 'Advertiser',
  'changes.filter.within': 'Campaign',
  'filter.in': 'Advertiser',
  'filter.notIn': 'Advertiser',
  accountGroupId: 'AccountGroup',
  accountGroups: 'AccountGroup',
  orderId: 'Campaign',
  campaignId: 'Campaign',
  lineId: 'Line',
  adId: 'Ad',
  creativeId: 'Creative',
  beaconId: 'Pixel',
  pixelId: 'Pixel',
  adGroupId: 'AdGroup',
  parentId: 'AdGroup',
  productSetId: 'ProductSet',
  'countdown.id': 'AdCountdown',
  'fees.id': 'LineFee',
  'conversionRules.id': 'LineConversion',
  removeFeeIds: 'LineFee',
  removeConversionRuleIds: 'LineConversion',
  'edited.id': 'BidMultiplier',
  'removedItems.id': 'BidMultiplier',
  'updateBidMultipliers.removed': 'BidMultiplier',
  'nativeLists.removed': 'NativeList',
  'nativeLists.added.id': 'NativeList',
  'filter.resourceId': 'Line',
  'seatChanges.after': 'Change',
  'node.id': 'Line',
  'nodes.ids': 'Line',
  userId: 'User',
  clientId: 'Client',
  'updatePixelClients.added': 'Client',
  'updatePixelClients.removed': 'Client',
  customerReportId: 'Report',
  'cancelReport.id': 'Report',
  savedReportId: 'SavedReport',
  'linkSavedReport.id': 'SavedReport',
  'unlinkSavedReport.id': 'SavedReport',
  vmcid: 'Click',
  '.yp': 'Pixel',
  advertiserIds: 'Advertiser',
  'rotateWebhookSecret.id': 'Webhook',
  'replayWebhookDelivery.id': 'WebhookDelivery',
  'testWebhook.id': 'Webhook',
};
const PARTS: Readonly<Record<string, { Line: Kind; Ad: Kind }>> = {
  'schedules.id': { Line: 'LineSchedule', Ad: 'AdSchedule' },
  removeScheduleIds: { Line: 'LineSchedule', Ad: 'AdSchedule' },
};
/** Names that look like ids and name nothing of a seat. */
const NO_IDS = new Set([
  'iabCategoryId',
  'iabSecondaryCategoryId',
  'countdownPrefixId',
  'exchangeId',
  'exchangeDealId',
  'requestId',
  'eventId',
  'dataSource',
  'dateTypeId',
  'intervalTypeId',
  'dimensionTypeId',
  'dimensionTypeIds',
  'metricTypeId',
  'metricTypeIds',
  // Faults are found by their clients.
  'faultId',
  // Packages are made by the demo seat only.
  'packageIds',
]);

export const looksLikeId = (name: string): boolean =>
  (/^ids?$|Ids?$/.test(name) || ['vmcid', '.yp'].includes(name)) && !NO_IDS.has(name);

/** What the slot of an operation refers to; throws for one that this table does not know. */
export function kindOf(operation: string, path: string, resource?: Kind): Kind {
  // A condition on a field of a list: `filter.campaignId.eq`.
  const names = path.replace(/^filter\.(\w+)\.(eq|in)$/, '$1').split('.');
  const [head = '', ...rest] = names;
  const inner = ['input', 'inputs'].includes(head) ? rest : names;
  for (let from = -1; from < inner.length; from += 1) {
    const key = from < 0 ? `${operation}.${inner.join('.')}` : inner.slice(from).join('.');
    if (key === 'id' && inner.length === 1 && resource) return resource;
    const kind = path === '.yp' ? 'Pixel' : KIND_OF[key];
    if (kind) return kind;
    const parts = PARTS[key];
    if (parts) return /Lines?$/.test(operation) ? parts.Line : parts.Ad;
  }
  throw new Error(`${operation}: nobody has said what ${path} refers to (test/contract/guards/slots.ts)`);
}

/** Every place for an id in the arguments of a field, below those of input objects too. */
export function slotsOf(operation: string, args: readonly GraphQLArgument[], resource?: Kind): Slot[] {
  return args.flatMap((arg) => slotsIn(operation, arg.name, arg.name, arg.type, resource));
}

function slotsIn(
  operation: string,
  path: string,
  name: string,
  type: GraphQLInputType,
  resource: Kind | undefined,
  seen: readonly string[] = [],
): Slot[] {
  const named = getNamedType(type);
  const isList = isListType(getNullableType(type));
  const place = (value: unknown) => ({ [name]: isList ? [value] : value });
  if (isInputObjectType(named)) {
    if (seen.includes(named.name)) return [];
    return Object.values(named.getFields()).flatMap((field) =>
      slotsIn(operation, `${path}.${field.name}`, field.name, field.type, resource, [
        ...seen,
        named.name,
      ]).map((slot) => ({ ...slot, at: (id: Id) => place(slot.at(id)) })),
    );
  }
  if (NO_IDS.has(name)) return [];
  if (named.name !== 'ID' && !looksLikeId(name) && !KIND_OF[`${operation}.${name}`]) return [];
  const kind = kindOf(operation, path, resource);
  // They take no bare number.
  if (/^nodes?$/.test(operation) || name === 'within')
    return [{ path, kind, at: (id) => place(`${kind}:${id}`) }];
  return [{ path, kind, at: place }];
}

/** `over` on top of `base`: objects are merged, and so are the first items of lists of objects. */
export function merge(base: unknown, over: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(over)) return isObject(over[0]) ? [merge(base[0], over[0])] : over;
  if (!isObject(base) || !isObject(over)) return over;
  const names = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries(
    [...names].map((name) => [name, name in over ? merge(base[name], over[name]) : base[name]]),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field of the schema with its arguments as variables. */
export function documentFor(options: {
  kind: 'query' | 'mutation' | 'subscription';
  field: GraphQLField<unknown, unknown>;
  names: readonly string[];
  selection?: string;
}): string {
  const { kind, field, names, selection = selectionOf(field.type) } = options;
  const args = field.args.filter(({ name }) => names.includes(name));
  const variables = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const given = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const head = variables === '' ? kind : `${kind} (${variables})`;
  return `${head} { answer: ${field.name}${given === '' ? '' : `(${given})`} ${selection} }`;
}

/** Scalars of a type, of what stands directly below it, and of every member of a union. */
export function selectionOf(type: GraphQLOutputType, depth = 1): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (isUnionType(named)) {
    const members = named.getTypes().map((member) => `... on ${member.name} ${selectionOf(member, depth)}`);
    return `{ __typename ${members.join(' ')} }`;
  }
  if (isInterfaceType(named)) return '{ __typename id }';
  if (!isObjectType(named)) throw new Error(`cannot select ${String(type)}`);
  const fields = Object.values(named.getFields())
    .filter(({ args, type: inner }) => {
      const required = args.some(
        (arg) => arg.type.toString().endsWith('!') && arg.defaultValue === undefined,
      );
      return !required && (isLeafType(getNamedType(inner)) || (depth > 0 && !isConnection(inner)));
    })
    .map((field) => `${field.name} ${selectionOf(field.type, depth - 1)}`);
  return `{ __typename ${fields.join(' ')} }`;
}

export const isConnection = (type: GraphQLOutputType): boolean =>
  getNamedType(type).name.endsWith('Connection');
