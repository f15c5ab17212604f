import type { PrismaObjectRef } from '@pothos/plugin-prisma';
import { builder } from '../builder.ts';
import { globalId } from '../parts/ids.ts';
import { NativeStatus } from './native-status.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type Keyword = Types['PrismaTypes']['Keyword'];

/**
 * The fields that all native objects have. `type` is a Prisma object with the same column names as a keyword.
 */
export function nativeFields(name: string, type: unknown): void {
  builder.prismaObjectFields(type as PrismaObjectRef<Types, Keyword, Keyword['Shape']>, (t) => ({
    id: t.id({
      description: `The global ID, such as \`${name}:123\`.`,
      resolve: ({ id }) => globalId(name, id),
    }),
    databaseId: t.expose('id', {
      type: 'SafeInt',
      description: 'The integer ID that the REST interfaces use.',
    }),
    status: t.field({
      type: NativeStatus,
      description: 'The status: `ACTIVE`, `PAUSED` or `DELETED`.',
      resolve: ({ status }) => status,
    }),
    extra: t.expose('extra', {
      type: 'JSON',
      description: 'Further fields that were sent with the resource, returned unchanged.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time when it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The time of the last change. Strictly increases with every change.',
    }),
  }));
}
