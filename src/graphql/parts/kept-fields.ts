import { partOf, recordIn } from '../../domain/typed.ts';
import { models } from './models.ts';

/** Adds `extra` to a resource that keeps further fields as they were sent (RULINGS T3). */
export function keptFields(type: unknown): void {
  models.prismaObjectField(type, 'extra', (t) =>
    t.field({
      type: 'JSONObject',
      nullable: false,
      description: 'Further fields that were sent with the resource, returned unchanged.',
      // Not selected: that would read rows again which a dry run has not stored.
      resolve: (row) => recordIn(partOf(row, 'extra')),
    }),
  );
}
