import { type ListParameters, parsePage } from '../../../resources/filter/listing.ts';
import { shownSupply } from '../../campaigns/line/supply-name.ts';
import type { DomainContext } from '../../context.ts';
import { RESOURCES } from '../../resources.ts';
import type { FieldChange } from './field-change.ts';
import { changedFields, findChanges } from './find.ts';

/** REST's names of fields that have another name there, such as `Line.campaignId` → `orderId`. A campaign's `name` is not renamed. */
const REST_NAMES: ReadonlyMap<string, string> = new Map(
  [...RESOURCES.values()].flatMap(({ name: resource, fields, relations }) =>
    Object.entries({ ...fields, ...relations }).flatMap(([name, { rest }]) =>
      typeof rest === 'string' && rest !== 'campaignName' ? [[`${resource}.${name}`, rest] as const] : [],
    ),
  ),
);

/** A page of the seat's changes, newest first. */
export async function listChanges({ ctx, input }: { ctx: DomainContext; input: ListParameters }) {
  const query = { orderBy: { id: 'desc' }, ...parsePage({ ctx, input }) } as const;
  const changes = await findChanges({ ctx, where: {}, query });
  return changes.map((change) => ({
    ...change,
    fields: changedFields(ctx, change).map((field) => inRestNames(ctx, change.resource, field)),
  }));
}

/** Returns a change with REST's name of the field, and a supply type as REST shows it. */
function inRestNames(ctx: DomainContext, resource: string, change: FieldChange): FieldChange {
  const field = { ...change, path: REST_NAMES.get(`${resource}.${change.path}`) ?? change.path };
  if (resource !== 'Line' || field.path !== 'supplyType') return field;
  return { ...field, before: shownSupply(ctx, field.before), after: shownSupply(ctx, field.after) };
}
