import {
  changedFields,
  changeFilter,
  changesOf,
  countChanges,
  findChanges,
  RECORDED,
} from '../domain/history/find.ts';
import { changesPosition, watchChanges } from '../domain/history/watch.ts';
import { beyond, orderByOf } from '../domain/keyset.ts';
import { badArgument, checkFilter } from './arguments.ts';
import { builder } from './builder.ts';
import { nodesQuery } from './connections.ts';
import { FieldChangeType } from './field-change.ts';
import { globalId, idArgument } from './ids.ts';
import { ownedField } from './owned-connection.ts';
import { Page, readPage } from './pages.ts';
import { asksOnlyFor } from './selections.ts';

const ChangeAction = builder.enumType('ChangeAction', {
  description: 'What was done.',
  values: {
    CREATE: { description: 'It was created.' },
    UPDATE: { description: 'It was changed.' },
    DELETE: { description: 'It was deleted.' },
  } as const,
});

const RecordedResource = builder.enumType('RecordedResource', {
  description: 'A type whose changes are recorded.',
  values: Object.fromEntries(RECORDED.map((name) => [name, { description: `Changes of ${name}.` }])),
});

const Change = builder.prismaObject('Change', {
  description: 'One write: who changed what, and when.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `Change:123`.',
      select: { id: true },
      resolve: ({ id }) => globalId('Change', Number(id)),
    }),
    resource: t.exposeString('resource', { description: 'Type of what changed, such as `Line`.' }),
    resourceId: t.id({
      description: 'Global id of what changed.',
      select: { resource: true, resourceId: true },
      resolve: ({ resource, resourceId }) => globalId(resource, resourceId),
    }),
    action: t.field({
      type: ChangeAction,
      description: 'What was done.',
      select: { action: true },
      resolve: ({ action }) => action as 'UPDATE',
    }),
    userId: t.expose('userId', { type: 'SafeInt', description: 'The user who did it.' }),
    clientId: t.exposeString('clientId', { description: 'The API client that acted for the user.' }),
    requestId: t.exposeString('requestId', { description: 'The `X-Request-Id` of the call.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    fields: t.field({
      type: [FieldChangeType],
      description: 'Every field that differs, before and after.',
      select: { resource: true, fields: true },
      resolve: (change, _args, ctx) => changedFields(ctx, change),
    }),
  }),
});

const ChangeConnection = builder.connectionObject(
  { type: Change, name: 'ChangeConnection', description: 'A page of changes, newest first.' },
  { name: 'ChangeEdge', description: 'One change of a page.' },
);

const ChangeFilter = builder.inputType('ChangeFilter', {
  description: 'Which changes; all conditions hold together.',
  fields: (t) => ({
    resource: t.field({ type: RecordedResource, description: 'Of this type.' }),
    resourceId: t.id({ description: 'Of this one; goes with `resource`.' }),
    action: t.field({ type: ChangeAction, description: 'Of this kind.' }),
    userId: t.field({ type: 'SafeInt', description: 'By this user.' }),
    requestId: t.string({ description: 'Of the call with this `X-Request-Id`.' }),
    since: t.field({ type: 'DateTime', description: 'At this moment or later.' }),
    until: t.field({ type: 'DateTime', description: 'Before this moment.' }),
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
      description: 'What was changed in the seat, newest first.',
      args: { filter: t.arg({ type: ChangeFilter, description: 'Which ones.' }) },
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

builder.subscriptionField('seatChanges', (t) =>
  t.field({
    type: Change,
    description:
      'Changes of the seat as they are made, whoever makes them; each once and none left out, also after a drop.',
    args: {
      types: t.arg({ type: [RecordedResource], description: 'Of these types; of all unless given.' }),
      after: t.arg.id({ description: 'The last change that was seen: begin behind it instead of now.' }),
    },
    subscribe: async (_root, { types, after }, ctx) => {
      const id = after == null ? undefined : idArgument('Change', after, 'after');
      const from = await changesPosition(ctx, id);
      if (!from) throw badArgument('after', 'must be the ID of a change of this seat');
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
    description: 'What was changed of it, newest first.',
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
