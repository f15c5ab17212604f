import type { Change, Prisma } from '../../../platform/database/generated/prisma/client.ts';
import { partOf } from '../../../platform/text/typed.ts';
import { byId } from '../../../resources/define/rows.ts';
import {
  type CombinableFilter,
  type Condition,
  type Conditions,
  filterConditions,
} from '../../../resources/filter/conditions.ts';
import { showsBillingContact } from '../../campaigns/advertiser/visible.ts';
import type { DomainContext } from '../../context.ts';
import { RESOURCES } from '../../resources.ts';
import { RECORDED } from './definition.ts';
import type { FieldChange, RecordedChange } from './field-change.ts';

export type { Change };

/** Conditions on changes. All of them must match. `since` is inclusive, `until` exclusive. */
export interface ChangesFilter extends CombinableFilter<ChangesFilter> {
  readonly resource?: string | null | undefined;
  readonly resourceId?: number | null | undefined;
  /** A resource with all that it contains. */
  readonly within?: { readonly resource: string; readonly id: number } | null | undefined;
  readonly action?: string | null | undefined;
  readonly userId?: number | null | undefined;
  readonly requestId?: string | null | undefined;
  /** The name of the field, as in `path` of the changed fields. */
  readonly field?: string | null | undefined;
  readonly since?: Date | null | undefined;
  readonly until?: Date | null | undefined;
}

const TESTS = [
  ['resource', 'resource', 'eq'],
  ['resourceId', 'resourceId', 'eq'],
  ['action', 'action', 'eq'],
  ['userId', 'userId', 'eq'],
  ['requestId', 'requestId', 'eq'],
  ['since', 'at', 'gte'],
  ['until', 'at', 'lt'],
] as const;

const fieldConditions = (ctx: DomainContext, filter: ChangesFilter): Condition[] => [
  ...TESTS.flatMap(([name, column, operator]) => {
    const given = filter[name];
    if (given == null) return [];
    const value = typeof given === 'number' ? byId(given).id : given;
    return [{ column, operator, value, nullable: false }];
  }),
  ...(filter.field == null ? [] : [touches(ctx, filter.field)]),
  ...(filter.within == null ? [] : [isWithin(filter.within)]),
];

/** What resources contain: the type, and the column that leads to the owner. */
export const CONTENTS: Readonly<Record<string, readonly (readonly [model: string, column: string])[]>> = {
  Advertiser: [
    ['Campaign', 'advertiserId'],
    ['Line', 'advertiserId'],
    ['Ad', 'line.advertiserId'],
    ['Creative', 'advertiserId'],
    ['Pixel', 'advertiserId'],
    ['Segment', 'pixel.advertiserId'],
    ['NativeList', 'advertiserId'],
    ['ProductSet', 'advertiserId'],
    ['AdGroup', 'advertiserId'],
    ['NativeAd', 'advertiserId'],
    ['Keyword', 'advertiserId'],
    ['TargetingAttribute', 'advertiserId'],
  ],
  Campaign: [
    ['Line', 'campaignId'],
    ['Ad', 'line.campaignId'],
    ['AdGroup', 'campaignId'],
    ['NativeAd', 'adGroup.campaignId'],
  ],
  Line: [['Ad', 'lineId']],
};

/** The types of resources that contain others. */
export const CONTAINERS = Object.keys(CONTENTS);

/** Matches changes of a resource, and of what it contains now. */
function isWithin({ resource, id: given }: NonNullable<ChangesFilter['within']>): Condition {
  const { id } = byId(given);
  const test = (column: string, value: unknown) =>
    ({ column, operator: 'eq', value, nullable: false }) as const;
  const contents = CONTENTS[resource] ?? [];
  return {
    any: [
      [test('resource', resource), test('resourceId', id)],
      ...contents.map(([model, column]) => [
        test('resource', model),
        { ...test('resourceId', id), idsOf: { model, column } },
      ]),
    ],
  };
}

/** Matches changes of a field by its name in the interfaces. A field that the caller cannot see matches nothing. */
function touches(ctx: DomainContext, field: string): Condition {
  const of = (path: string): Condition => ({
    column: 'fields',
    operator: 'array_contains',
    value: [{ path }],
    nullable: false,
  });
  const resources = RECORDED.filter((resource) => isShown(ctx, resource, { path: field }));
  const shown: Condition = { column: 'resource', operator: 'in', value: resources, nullable: false };
  const columns = Object.entries(CALLED).flatMap(([resource, called]) =>
    Object.entries(called).flatMap(([column, name]) =>
      name === field
        ? [[{ column: 'resource', operator: 'eq', value: resource, nullable: false }, of(column)] as const]
        : [],
    ),
  );
  return { any: [[of(field), shown], ...columns] };
}

export const changeConditions = (ctx: DomainContext, filter: ChangesFilter): Conditions =>
  filterConditions(filter, (own) => fieldConditions(ctx, own));

/** Returns the seat's changes that match `where`. `query` sets which columns to load and how many rows. */
export function findChanges(options: {
  ctx: DomainContext;
  where: Prisma.ChangeWhereInput;
  query: Omit<Prisma.ChangeFindManyArgs, 'where'>;
}): Promise<Change[]> {
  const { ctx, where, query } = options;
  return ctx.db.change.findMany({ ...query, where: { AND: [{ seatId: ctx.seatId }, where] } });
}

/** Fields whose names in the interfaces differ from their columns. */
const CALLED: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  [...RESOURCES.values()].map(({ name, fields, relations }) => {
    const columns = Object.entries(fields).map(([field, { column }]) => [column, field] as const);
    const parts = Object.entries(relations).map(
      ([field, { relation = field }]) => [relation, field] as const,
    );
    const called = [...columns, ...parts].filter(
      ([stored, field]) => field !== stored && !fields[stored] && !stored.includes('.'),
    );
    return [name, Object.fromEntries(called)];
  }),
);

/** The URL of a webhook can contain a token of its receiver, so only ADMINs see it. */
const isShown = (ctx: DomainContext, resource: string, { path }: Pick<FieldChange, 'path'>): boolean => {
  if (resource === 'Webhook' && path === 'url') return ctx.actor.role === 'ADMIN';
  return path !== 'billingContact' || showsBillingContact(ctx.seat);
};

const isFieldChange = (field: unknown): field is FieldChange => typeof partOf(field, 'path') === 'string';

/**
 * Returns the changed fields. Billing contacts and webhook URLs are only included for callers who can read them in the
 * resource.
 */
export function changedFields(
  ctx: DomainContext,
  change: Pick<Change, 'resource' | 'fields'> | RecordedChange,
): FieldChange[] {
  const fields: readonly unknown[] = Array.isArray(change.fields) ? change.fields : [];
  const called = CALLED[change.resource] ?? {};
  return fields
    .filter(isFieldChange)
    .filter((field) => isShown(ctx, change.resource, field))
    .map((field) => ({ ...field, path: called[field.path] ?? field.path }));
}
