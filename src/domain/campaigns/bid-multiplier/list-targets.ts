import { Problems } from '../../../resources/define/input.ts';
import { defineList, idField, textField } from '../../../resources/filter/list-fields.ts';
import { type ListParameters, parseList } from '../../../resources/filter/listing.ts';
import type { DomainContext } from '../../context.ts';
import { TARGET_TYPES, type Target, targetsOf } from './targets.ts';

const TARGET_LIST = defineList({
  fields: { id: idField('BidMultiplierTarget', 'id'), name: textField('name') },
});

/** Returns a page of the valid targets of a type. `query` is a case-insensitive substring of the name. */
export async function listTargets(options: {
  ctx: DomainContext;
  input: ListParameters & { type?: string | undefined };
}): Promise<readonly Target[]> {
  const { ctx, input } = options;
  const problems = new Problems();
  const type = TARGET_TYPES.find((known) => known === input.type);
  if (input.type === undefined) problems.add('type', 'is required');
  else if (!type) problems.add('type', `must be one of ${TARGET_TYPES.join(', ')}`);
  const { query, skip, take, order } = parseList({
    ctx,
    input,
    list: TARGET_LIST,
    problems,
  });
  const text = query?.toLowerCase() ?? '';
  const found = (type ? await targetsOf(ctx, type) : []).filter(({ name }) =>
    name.toLowerCase().includes(text),
  );
  if (order.column === 'name') found.sort((a, b) => a.name.localeCompare(b.name));
  else found.sort((a, b) => a.value - b.value);
  if (order.direction === 'desc') found.reverse();
  return found.slice(skip, skip + take);
}
