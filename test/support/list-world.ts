import { type GraphQLEnumType, type GraphQLInputObjectType, getNamedType } from 'graphql';
import { SAVED_VIEW_LIST } from '../../src/domain/access/saved-view/find.ts';
import { PIXEL } from '../../src/domain/audiences/pixel/definition.ts';
import { PRODUCT_SET } from '../../src/domain/audiences/product-set/definition.ts';
import { SEGMENT } from '../../src/domain/audiences/segment/definition.ts';
import { AD_LIST } from '../../src/domain/campaigns/ad/find.ts';
import { ADVERTISER_LIST } from '../../src/domain/campaigns/advertiser/find.ts';
import { BID_MULTIPLIER_LIST } from '../../src/domain/campaigns/bid-multiplier/find.ts';
import { CAMPAIGN_LIST } from '../../src/domain/campaigns/campaign/find.ts';
import { CREATIVE_LIST } from '../../src/domain/campaigns/creative/find.ts';
import { DEAL_LIST } from '../../src/domain/campaigns/deal/find.ts';
import { LINE } from '../../src/domain/campaigns/line/definition.ts';
import { NATIVE_LIST } from '../../src/domain/campaigns/native-list/definition.ts';
import { AD_GROUP } from '../../src/domain/native/ad-group/definition.ts';
import { KEYWORD } from '../../src/domain/native/keyword/definition.ts';
import { NATIVE_AD } from '../../src/domain/native/native-ad/definition.ts';
import { TARGETING_ATTRIBUTE } from '../../src/domain/native/targeting-attribute/definition.ts';
import { REPORT_LIST } from '../../src/domain/reporting/report/list.ts';
import { SAVED_REPORT_LIST } from '../../src/domain/reporting/saved-report/find.ts';
import { schema } from '../../src/graphql/schema.ts';
import { type EnumType, valuesOf } from '../../src/resources/define/enum-type.ts';
import { listOf } from '../../src/resources/filter/list.ts';
import type { Kind, ListDefinition } from '../../src/resources/filter/list-fields.ts';
import { guardedSystem, type Through } from '../contract/guards/guarded.ts';
import type { Kind as Resource } from '../contract/guards/inputs.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A connection: at the root, or of an owner whose rows have its id in `key`. */
export interface ListPlace {
  readonly name: Resource;
  readonly list: ListDefinition;
  readonly field: string;
  readonly owner?: Resource;
  readonly key?: string;
}

export const LISTS: readonly ListPlace[] = [
  { name: 'Advertiser', list: ADVERTISER_LIST, field: 'advertisers' },
  { name: 'Campaign', list: CAMPAIGN_LIST, field: 'campaigns' },
  { name: 'Campaign', list: CAMPAIGN_LIST, field: 'campaigns', owner: 'Advertiser', key: 'advertiserId' },
  { name: 'Line', list: listOf(LINE), field: 'lines' },
  { name: 'Line', list: listOf(LINE), field: 'lines', owner: 'Campaign', key: 'campaignId' },
  { name: 'Creative', list: CREATIVE_LIST, field: 'creatives' },
  { name: 'Creative', list: CREATIVE_LIST, field: 'creatives', owner: 'Advertiser', key: 'advertiserId' },
  { name: 'Ad', list: AD_LIST, field: 'ads' },
  { name: 'Ad', list: AD_LIST, field: 'ads', owner: 'Line', key: 'lineId' },
  { name: 'Pixel', list: listOf(PIXEL), field: 'pixels' },
  { name: 'Pixel', list: listOf(PIXEL), field: 'pixels', owner: 'Advertiser', key: 'advertiserId' },
  { name: 'Segment', list: listOf(SEGMENT), field: 'segments', owner: 'Pixel', key: 'pixelId' },
  { name: 'Deal', list: DEAL_LIST, field: 'deals' },
  { name: 'Deal', list: DEAL_LIST, field: 'deals', owner: 'Advertiser' },
  { name: 'NativeList', list: listOf(NATIVE_LIST), field: 'nativeLists' },
  {
    name: 'NativeList',
    list: listOf(NATIVE_LIST),
    field: 'nativeLists',
    owner: 'Advertiser',
    key: 'advertiserId',
  },
  { name: 'ProductSet', list: listOf(PRODUCT_SET), field: 'productSets' },
  {
    name: 'ProductSet',
    list: listOf(PRODUCT_SET),
    field: 'productSets',
    owner: 'Advertiser',
    key: 'advertiserId',
  },
  { name: 'BidMultiplier', list: BID_MULTIPLIER_LIST, field: 'bidMultipliers', owner: 'Line', key: 'lineId' },
  { name: 'AdGroup', list: listOf(AD_GROUP), field: 'adGroups' },
  { name: 'AdGroup', list: listOf(AD_GROUP), field: 'adGroups', owner: 'Campaign', key: 'campaignId' },
  { name: 'NativeAd', list: listOf(NATIVE_AD), field: 'ads', owner: 'AdGroup', key: 'adGroupId' },
  { name: 'Keyword', list: listOf(KEYWORD), field: 'keywords' },
  { name: 'TargetingAttribute', list: listOf(TARGETING_ATTRIBUTE), field: 'targetingAttributes' },
  {
    name: 'TargetingAttribute',
    list: listOf(TARGETING_ATTRIBUTE),
    field: 'targetingAttributes',
    owner: 'AdGroup',
    key: 'parentId',
  },
  { name: 'Report', list: REPORT_LIST, field: 'reports' },
  { name: 'SavedReport', list: SAVED_REPORT_LIST, field: 'savedReports' },
  { name: 'SavedView', list: SAVED_VIEW_LIST, field: 'savedViews' },
];

export const placeName = ({ field, owner }: ListPlace): string => `${owner ?? 'Query'}.${field}`;

const ROWS = 12;
const TEXTS = ['alpha', 'Beta', 'al%pha_x', 'be\\ta', 'ALPHA'];
const VALUES: Readonly<Record<Exclude<Kind, 'status' | 'id' | 'enum'>, (row: number) => unknown>> = {
  text: (row) => TEXTS[row % TEXTS.length],
  flag: (row) => ['TRUE', 'FALSE'][row % 2],
  boolean: (row) => row % 2 === 0,
  integer: (row) => row,
  long: (row) => BigInt(2 ** 40 + (row % 4)),
  number: (row) => (row % 4) + 0.1,
  timestamp: (row) => new Date(Date.UTC(2026, 0, 1 + (row % 4), 12, 0, 0, 7)),
};

export const statusesOf = (name: string): readonly string[] => {
  const filter = schema.getType(`${name}Filter`) as GraphQLInputObjectType;
  const status = filter.getFields().status;
  return status ? (getNamedType(status.type) as GraphQLEnumType).getValues().map((value) => value.name) : [];
};

/**
 * A seat with a dozen rows of everything, whose fields take few values each and null where they may be,
 * and another seat with the same, of which nothing may ever be seen.
 */
export async function listWorld({ through, marks }: { through?: Through; marks?: readonly string[] } = {}) {
  const { system, estate } = await guardedSystem(through ? { through } : {});
  const seats = [await estate(marks?.[0]), await estate(marks?.[1])] as const;
  for (const { ids } of seats) {
    const creatives: number[] = [];
    for (const place of LISTS.filter(
      ({ name }, at) => LISTS.findIndex((each) => each.name === name) === at,
    )) {
      const model = delegate(place.name);
      const where =
        place.name === 'Report' ? { customerReportId: ids.Report } : { id: Number(ids[place.name]) };
      const { id: _id, ...base } = await model.findFirst({ where });
      for (let row = 0; row < ROWS; row += 1) {
        const data = { ...jsonOf(base), ...varied(place, base, row) };
        if (place.name === 'Ad') Object.assign(data, { creativeId: creatives[row] });
        const { id } = await model.create({ data });
        if (place.name === 'Creative') creatives.push(id);
      }
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: any model of the database
  function delegate(name: Resource): any {
    return (system.db as never)[name.charAt(0).toLowerCase() + name.slice(1)];
  }

  const [own, other] = seats;
  const within = (place: ListPlace, fields: string) =>
    place.owner
      ? `owner: ${place.owner.charAt(0).toLowerCase()}${place.owner.slice(1)}(id: "${own.ids[place.owner]}") { ${fields} }`
      : fields;
  return {
    system,
    own,
    other,
    /** Every row that the list shows without a filter, deleted ones included, by id. */
    rowsOf: async ({ name, owner, key }: ListPlace, seat: typeof own = own): Promise<Row[]> => {
      const { seatId, ids } = seat;
      const mine = name === 'BidMultiplier' ? { line: { seatId } } : { seatId };
      const include = name === 'Ad' ? { include: { creative: true } } : {};
      const ofOwner = owner && key ? { [key]: Number(ids[owner]) } : {};
      return await delegate(name).findMany({
        where: { ...mine, ...ofOwner },
        orderBy: { id: 'asc' },
        ...include,
      });
    },
    /** Asks for a page of the list: the arguments' types are those of the schema. */
    ask: async (place: ListPlace, args: object, selection: string) => {
      const types: Record<string, string> = {
        filter: `${place.name}Filter`,
        orderBy: `${place.name}Order`,
        first: 'Int',
        last: 'Int',
        after: 'String',
        before: 'String',
      };
      const names = Object.keys(args);
      const variables =
        names.length > 0 ? `(${names.map((name) => `$${name}: ${types[name]}`).join(', ')})` : '';
      const given = names.length > 0 ? `(${names.map((name) => `${name}: $${name}`).join(', ')})` : '';
      const page = `page: ${place.field}${given} { ${selection} }`;
      const body = await own.graphql(`query ${variables} { ${within(place, page)} }`, args);
      return { errors: body.errors, page: place.owner ? body.data?.owner?.page : body.data?.page };
    },
    /** The first page of the list for each of several filters, by one request. */
    askEach: async (place: ListPlace, filters: readonly object[], selection: string) => {
      const variables = filters.map((_, at) => `$f${at}: ${place.name}Filter`).join(', ');
      const pages = filters.map(
        (_, at) => `p${at}: ${place.field}(first: 100, filter: $f${at}) { ${selection} }`,
      );
      const { data, errors } = await own.graphql(
        `query (${variables}) { ${within(place, pages.join(' '))} }`,
        Object.fromEntries(filters.map((filter, at) => [`f${at}`, filter])),
      );
      const found = place.owner ? data?.owner : data;
      return { errors, pages: filters.map((_, at) => found?.[`p${at}`]) };
    },
  };
}

function varied({ name, list }: ListPlace, base: Row, row: number): Row {
  const statuses = statusesOf(name);
  const entries = Object.values(list.fields).flatMap(({ kind, column, enumType }): [string, unknown][] => {
    if (kind === 'id' || column.includes('.') || KEPT.includes(column)) return [];
    if (kind === 'status') return [[column, statuses[row % statuses.length]]];
    // A column that is null in the sample may be null in others.
    const nullable = base[column] === null && row % 5 === 4;
    if (kind === 'enum') return [[column, nullable ? null : wordOf(enumType, row)]];
    // The sample's own multiplier is there already.
    if (column === 'targetValue') return [[column, 200 + row]];
    // Keywords and targeting attributes are there once.
    const unique = column === 'value' ? row : '';
    return [[column, nullable ? null : kind === 'text' ? `${VALUES.text(row)}${unique}` : VALUES[kind](row)]];
  });
  return {
    ...Object.fromEntries(entries),
    ...(name === 'Report' && { customerReportId: `r${row}-${base.seatId}` }),
  };
}

/** Rows have all words of a column. */
function wordOf(enumType: EnumType | undefined, row: number): string | undefined {
  const words = enumType ? valuesOf(enumType) : [];
  return words[row % words.length];
}

/** What a rule of the database ties to other columns. */
const KEPT = [
  'isAllProducts',
  'customerReportId',
  'parentType',
  'parentId',
  'accountIsExcluded',
  'accountGroupId',
];

/** A null of JSON is none of the database: such a column is left out. */
const jsonOf = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
