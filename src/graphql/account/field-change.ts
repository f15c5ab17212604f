import type { DomainContext } from '../../domain/context.ts';
import type { FieldChange, RecordedChange } from '../../domain/notifications/history/field-change.ts';
import { builder } from '../builder.ts';

export const FieldChangeType = builder.objectRef<FieldChange>('FieldChange').implement({
  description: 'A field that a change touched.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The name of the field, as in the input.' }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The value before the change, as JSON with IDs and amounts as numbers. Null if there was none. If `isPartial`, only what the change removed.',
      resolve: ({ before }) => before ?? null,
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The value after the change, in the same form. If `isPartial`, only what the change added.',
      resolve: ({ after }) => after ?? null,
    }),
    isPartial: t.boolean({
      description:
        'Whether `before` and `after` hold only what differs. So long lists are recorded, by the items that were removed and added, and large objects, by the keys that differ.',
      resolve: ({ partial }) => partial !== undefined,
    }),
  }),
});

/** The changes that a write reports in addition to its result. */
export interface Recorded {
  readonly changes: readonly RecordedChange[];
}

/** Returns a context for one write, and the list of changes that the write will fill. */
export function recording(
  ctx: DomainContext,
  validateOnly: boolean | null | undefined,
): { readonly ctx: DomainContext; readonly changes: readonly RecordedChange[] } {
  const recorded: RecordedChange[] = [];
  return { ctx: { ...ctx, validateOnly: validateOnly ?? false, recorded }, changes: recorded };
}
