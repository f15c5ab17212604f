import type { PrismaObjectRef } from '@pothos/plugin-prisma';
import { builder } from './builder.ts';
import { globalId } from './ids.ts';
import { NativeStatus } from './native-status.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type Keyword = Types['PrismaTypes']['Keyword'];

/** What every object of the native interface has; `type` is a Prisma object whose columns are named as a keyword's. */
export function nativeFields(name: string, type: unknown): void {
  builder.prismaObjectFields(type as PrismaObjectRef<Types, Keyword, Keyword['Shape']>, (t) => ({
    id: t.id({
      description: `Global id, such as \`${name}:123\`.`,
      resolve: ({ id }) => globalId(name, id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    status: t.field({
      type: NativeStatus,
      description: 'ACTIVE, PAUSED or DELETED.',
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    extra: t.expose('extra', {
      type: 'JSON',
      description: 'Fields documented elsewhere, as they were sent.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it changed last; grows with every change.',
    }),
  }));
}
