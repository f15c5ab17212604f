import { type ListParameters, parsePage } from '../../../resources/filter/listing.ts';
import { shownSupply } from '../../campaigns/line/supply-word.ts';
import type { DomainContext } from '../../context.ts';
import type { FieldChange } from './field-change.ts';
import { changedFields, findChanges } from './find.ts';

/** A page of the seat's changes, newest first. */
export async function listChanges({ ctx, input }: { ctx: DomainContext; input: ListParameters }) {
  const query = { orderBy: { id: 'desc' }, ...parsePage({ ctx, input }) } as const;
  const changes = await findChanges({ ctx, where: {}, query });
  return changes.map((change) => ({
    ...change,
    fields: changedFields(ctx, change).map((field) => inRestWords(ctx, change.resource, field)),
  }));
}

/** REST shows what depends on the operator's name in its words. */
function inRestWords(ctx: DomainContext, resource: string, field: FieldChange): FieldChange {
  if (resource !== 'Line' || field.path !== 'supplyType') return field;
  return { ...field, before: shownSupply(ctx, field.before), after: shownSupply(ctx, field.after) };
}
