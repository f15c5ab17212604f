import { authorizeWrite, type DomainContext, inTransaction } from '../context.ts';
import { recordChange } from '../history/record.ts';
import { Problems } from '../input.ts';
import { KEEPS_GEOGRAPHY } from '../line/status.ts';
import { lockRow, nextUpdatedAt } from '../rows.ts';
import { geography, hasGeography } from './geography.ts';
import { getTargeting, type Targeting } from './get.ts';
import { UpdateTargeting } from './input.ts';
import type { TargetTypeName } from './kind.ts';

/**
 * Changes the targets of a line, of the types that the input names (spec 2, "Funnel targeting"; RULINGS T10).
 * A block such as `geos` names its type too, and turns it on unless `types` says otherwise.
 */
export async function updateTargeting(options: {
  ctx: DomainContext;
  lineId: number;
  input: unknown;
}): Promise<Targeting> {
  const { ctx, lineId, input } = options;
  authorizeWrite(ctx);

  return inTransaction(ctx, async (ctx) => {
    const { updatedAt } = await lockRow({ ctx, table: 'line', resource: 'Line', id: lineId });
    const line = await ctx.db.line.findUniqueOrThrow({ where: { id: lineId } });
    const before = await getTargeting({ ctx, lineId });
    const problems = new Problems();
    const { types = [], geos } = problems.parse(ctx, UpdateTargeting, input);
    const stores: (() => Promise<void>)[] = [];
    const isTargeted = new Map<TargetTypeName, boolean>();
    if (geos) {
      isTargeted.set('GEOGRAPHY', true);
      stores.push(await geography.prepare({ ctx, problems, line, sent: geos }));
    }
    for (const type of types) isTargeted.set(type.name, type.isTargeted);
    if (isTargeted.size === 0) problems.add('types', 'is required');
    problems.throwIfAny();

    for (const [name, on] of isTargeted) await turn({ ctx, lineId, name, on });
    for (const store of stores) await store();
    if (line.status === 'ACTIVE' && !(await hasGeography({ ctx, lineId })))
      problems.add('status', KEEPS_GEOGRAPHY);
    problems.throwIfAny();

    await ctx.db.line.update({ where: { id: lineId }, data: { updatedAt: nextUpdatedAt(ctx, updatedAt) } });
    const after = await getTargeting({ ctx, lineId });
    await recordChange({ ctx, resource: 'Line', id: lineId, action: 'UPDATE', before, after });
    return after;
  });
}

async function turn(options: {
  ctx: DomainContext;
  lineId: number;
  name: TargetTypeName;
  on: boolean;
}): Promise<void> {
  const { ctx, lineId, name, on } = options;
  await ctx.db.lineTargetType.upsert({
    where: { lineId_name: { lineId, name } },
    create: { lineId, name, isTargeted: on },
    update: { isTargeted: on },
  });
}
