import {
  changedFields,
  changeFilter,
  changesOf,
  countChanges,
  findChanges,
  RECORDED,
} from '../../domain/history/find.ts';
import { changesPosition, latestPosition } from '../../domain/history/position.ts';
import { watchChanges } from '../../domain/history/watch.ts';
import { beyond, orderByOf } from '../../domain/keyset.ts';
import { builder } from '../builder.ts';
import { badArgument, checkFilter } from '../parts/arguments.ts';
import { nodesQuery } from '../parts/connections.ts';
import { globalId, idArgument } from '../parts/ids.ts';
import { ownedField } from '../parts/owned-connection.ts';
import { Page, readPage } from '../parts/pages.ts';
import { asksOnlyFor } from '../server/selections.ts';
import { FieldChangeType } from './field-change.ts';

const ChangeAction = builder.enumType('ChangeAction', {
  description: 'The kind of change.',
  values: {
    CREATE: { description: 'The resource was created.' },
    UPDATE: { description: 'The resource was updated.' },
    DELETE: { description: 'The resource was deleted.' },
  } as const,
});

const RecordedResource = builder.enumType('RecordedResource', {
  description: 'The types of resources whose changes are recorded.',
  values: Object.fromEntries(
    RECORDED.map((name) => [name, { description: `Changes of \`${name}\` resources.` }]),
  ),
});

const Change = builder.prismaObject('Change', {
  description: 'A change of a resource: who changed what, and when.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `Change:123`.',
      select: { id: true },
      resolve: ({ id }) => globalId('Change', Number(id)),
    }),
    resource: t.exposeString('resource', {
      description: 'The type of the changed resource, such as `Line`.',
    }),
    resourceId: t.id({
      description: 'The global ID of the changed resource.',
      select: { resource: true, resourceId: true },
      resolve: ({ resource, resourceId }) => globalId(resource, resourceId),
    }),
    action: t.field({
      type: ChangeAction,
      description: 'The kind of change.',
      select: { action: true },
      resolve: ({ action }) => action as 'UPDATE',
    }),
    userId: t.expose('userId', { type: 'SafeInt', description: 'The ID of the user who made the change.' }),
    clientId: t.exposeString('clientId', {
      description: 'The ID of the API client that acted for the user.',
    }),
    requestId: t.exposeString('requestId', { description: 'The `X-Request-Id` of the request.' }),
    at: t.expose('at', { type: 'DateTime', description: 'The time of the change.' }),
    fields: t.field({
      type: [FieldChangeType],
      description: 'The fields that changed, with their values before and after.',
      select: { resource: true, fields: true },
      resolve: (change, _args, ctx) => changedFields(ctx, change),
    }),
  }),
});

const ChangeConnection = builder.connectionObject(
  { type: Change, name: 'ChangeConnection', description: 'A page of changes, newest first.' },
  { name: 'ChangeEdge', description: 'An edge of a page of changes.' },
);

const ChangeFilter = builder.inputType('ChangeFilter', {
  description: 'Filters changes. All given conditions must match.',
  fields: (t) => ({
    resource: t.field({ type: RecordedResource, description: 'Matches changes of resources of this type.' }),
    resourceId: t.id({ description: 'Matches changes of the resource with this ID. Requires `resource`.' }),
    action: t.field({ type: ChangeAction, description: 'Matches changes of this kind.' }),
    userId: t.field({ type: 'SafeInt', description: 'Matches changes made by the user with this ID.' }),
    requestId: t.string({ description: 'Matches changes made by the request with this `X-Request-Id`.' }),
    since: t.field({ type: 'DateTime', description: 'Matches changes made at or after this time.' }),
    until: t.field({ type: 'DateTime', description: 'Matches changes made before this time.' }),
  }),
});

type ChangeFilterInput = typeof ChangeFilter.$inferInput;

function whereOf(filter: ChangeFilterInput | null | undefined) {
  const { resource, resourceId, ...rest } = filter ?? {};
  return changeFilter({
    ...rest,
    resource: resource as string | undefined,
    resourceId: resourceId == null ? undefined : idArgument(resource ?? '', resourceId, 'filter.resourceId'),
  });
}

const NEWEST_FIRST = { column: 'id', direction: 'desc' } as const;
const SHAPE = {
  name: 'Change',
  order: NEWEST_FIRST,
  largestId: Number.MAX_SAFE_INTEGER,
  readValue: () => undefined,
};

builder.queryField('changes', (t) =>
  t.connection(
    {
      type: Change,
      description: 'Returns the changes made in the seat, newest first.',
      args: { filter: t.arg({ type: ChangeFilter, description: 'Filters the results.' }) },
      resolve: async (_root, args, ctx, info) => {
        checkFilter(args.filter);
        const { limit, order, position } = readPage(args, SHAPE);
        const where = whereOf(args.filter);
        const query = {
          ...nodesQuery({ ctx, info, name: 'Change', shape: SHAPE }),
          orderBy: orderByOf(order),
          take: limit + 1,
        };
        const narrowed = position ? { AND: [where, beyond(order, position)] } : where;
        const rows = asksOnlyFor(info, 'totalCount')
          ? []
          : await findChanges({ ctx, where: narrowed, query });
        return new Page({
          args,
          rows,
          shape: SHAPE,
          totalCount: () => countChanges({ ctx, where }),
        }) as never;
      },
    },
    ChangeConnection,
  ),
);

builder.queryField('changePosition', (t) =>
  t.id({
    description:
      'The position of the latest change of the seat, such as `Change:123`. Pass it to `seatChanges` as `after` to be told of every change that is made from now on.',
    resolve: async (_root, _args, ctx) => globalId('Change', await latestPosition(ctx)),
  }),
);

builder.subscriptionField('seatChanges', (t) =>
  t.field({
    type: Change,
    description:
      'Reports every change in the seat as it is made, exactly once. Can be resumed after a disconnect.',
    args: {
      types: t.arg({
        type: [RecordedResource],
        description: 'Reports only changes of these types. Defaults to all types.',
      }),
      after: t.arg.id({ description: 'Resumes after the change with this ID instead of starting now.' }),
    },
    subscribe: async (_root, { types, after }, ctx) => {
      const id = after == null ? undefined : idArgument('Change', after, 'after');
      const from = await changesPosition(ctx, id);
      if (!from) throw badArgument('after', 'must be the ID of a change of this seat, or a changePosition');
      return watchChanges({ ctx, from, resources: types as string[] | undefined });
    },
    resolve: (change) => change,
  }),
);

/** Adds `history(first, after)` to a type whose rows have an `id`. */
export function historyOf(resource: (typeof RECORDED)[number], type: unknown): void {
  ownedField({
    owner: type,
    field: 'history',
    description: 'The changes made to this resource, newest first.',
    type: Change,
    name: 'Change',
    connection: ChangeConnection,
    args: () => ({}),
    select: { id: true },
    shape: () => SHAPE,
    rows: (ctx, owners) =>
      changesOf(
        ctx,
        resource,
        owners.map(({ id }) => id),
      ),
  });
}
