import type { DomainContext } from '../../context.ts';
import { appendChanges, diff } from './record.ts';

/**
 * Appends many changes of one kind to the history with one statement, in the transaction of `ctx`. Like `recordChange`,
 * it skips updates that changed nothing.
 */
export async function recordChanges(options: {
  ctx: DomainContext;
  resource: string;
  action: 'CREATE' | 'UPDATE' | 'DELETE';
  changes: readonly { id: number; before?: object; after: object }[];
}): Promise<void> {
  const { ctx, resource, action, changes } = options;
  const rows = changes
    .map(({ id, before = {}, after }) => ({ id, fields: diff(before, after) }))
    .filter(({ fields }) => action !== 'UPDATE' || fields.length > 0);
  if (rows.length === 0) return;
  ctx.recorded?.push(...rows.map((row) => ({ resource, ...row })));
  await appendChanges({ ctx, resource, action, rows });
}
