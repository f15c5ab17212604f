import { type Change, Prisma } from '../../db/generated/prisma/client.ts';
import { showsBillingContact } from '../advertiser/visible.ts';
import type { DomainContext } from '../context.ts';
import { type Combined, type Condition, combined, whereOf } from '../lists/conditions.ts';
import { type OwnedRows, ownerIds } from '../lists/owned-rows.ts';
import { byId } from '../rows.ts';
import { shownSupply } from '../supply-word.ts';
import type { FieldChange, RecordedChange } from './field-change.ts';

export type { Change };

/** The types of resources whose changes are recorded, by their names in GraphQL. */
export const RECORDED = [
  'Advertiser',
  'Campaign',
  'Line',
  'Ad',
  'Creative',
  'Pixel',
  'Segment',
  'Deal',
  'NativeList',
  'ProductSet',
  'AdGroup',
  'NativeAd',
  'Keyword',
  'TargetingAttribute',
  'Webhook',
] as const;

/** The changes that the caller may know of. */
function visibleChanges(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.ChangeWhereInput;
}

/** Conditions on changes. All of them must match. `since` is inclusive, `until` exclusive. */
export interface ChangesFilter extends Combined<ChangesFilter> {
  readonly resource?: string | null | undefined;
  readonly resourceId?: number | null | undefined;
  readonly action?: string | null | undefined;
  readonly userId?: number | null | undefined;
  readonly requestId?: string | null | undefined;
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

const testsOf = (filter: ChangesFilter): Condition[] =>
  TESTS.flatMap(([name, column, operator]) => {
    const given = filter[name];
    if (given == null) return [];
    const value = typeof given === 'number' ? byId(given).id : given;
    return [{ column, operator, value, nullable: false }];
  });

export const changeFilter = (filter: ChangesFilter): Prisma.ChangeWhereInput =>
  whereOf(combined(filter, testsOf));

/** The changes of each of several resources of one type. */
export function changesOf(ctx: DomainContext, resource: string, ids: readonly number[]): OwnedRows {
  return {
    table: 'change',
    owners: ownerIds(ids),
    belongs: Prisma.sql`item.seat_id = ${visibleChanges(ctx).seatId} AND item.resource = ${resource}
      AND item.resource_id = owner.id`,
    conditions: [],
  };
}

/** The seat's changes that meet `where`; `query` says what to load and how many. */
export function findChanges(options: {
  ctx: DomainContext;
  where: Prisma.ChangeWhereInput;
  query: Omit<Prisma.ChangeFindManyArgs, 'where'>;
}): Promise<Change[]> {
  const { ctx, where, query } = options;
  return ctx.db.change.findMany({ ...query, where: { AND: [visibleChanges(ctx), where] } });
}

export function countChanges(options: {
  ctx: DomainContext;
  where: Prisma.ChangeWhereInput;
}): Promise<number> {
  const { ctx, where } = options;
  return ctx.db.change.count({ where: { AND: [visibleChanges(ctx), where] } });
}

/** Fields whose names in the interfaces differ from their columns. */
const CALLED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Line: { campaignId: 'orderId', fees: 'feeList', conversions: 'conversionList' },
  NativeList: { advertiserId: 'accountId' },
  ProductSet: { advertiserId: 'accountId' },
  AdGroup: { name: 'adGroupName' },
};

/** Values that depend on the operator's name are shown in its words. */
function inWords(ctx: DomainContext, resource: string, field: FieldChange): FieldChange {
  if (resource !== 'Line' || field.path !== 'supplyType') return field;
  return { ...field, before: shownSupply(ctx, field.before), after: shownSupply(ctx, field.after) };
}

/** The URL of a webhook can contain a token of its receiver; webhooks are for ADMINs. */
const isShown = (ctx: DomainContext, resource: string, { path }: FieldChange): boolean => {
  if (resource === 'Webhook' && path === 'url') return ctx.actor.role === 'ADMIN';
  return path !== 'billingContact' || showsBillingContact(ctx.seat);
};

/** The changed fields. Billing contacts and URLs of webhooks are only returned to those who can read them there. */
export function changedFields(
  ctx: DomainContext,
  change: Pick<Change, 'resource' | 'fields'> | RecordedChange,
): FieldChange[] {
  const fields = change.fields as unknown as FieldChange[];
  const called = CALLED[change.resource] ?? {};
  return fields
    .filter((field) => isShown(ctx, change.resource, field))
    .map((field) => inWords(ctx, change.resource, field))
    .map((field) => ({ ...field, path: called[field.path] ?? field.path }));
}
