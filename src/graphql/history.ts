import type { ObjectRef } from '@pothos/core';
import { changedFields, changeFilter, countChanges, findChanges, RECORDED } from '../domain/history/find.ts';
import { changesPosition, watchChanges } from '../domain/history/watch.ts';
import { builder } from './builder.ts';
import { badArgument, checkPage } from './connections.ts';
import { FieldChangeType } from './field-change.ts';
import { globalId, idArgument } from './ids.ts';

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
      select: { fields: true },
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

builder.queryField('changes', (t) =>
  t.prismaConnection(
    {
      type: Change,
      cursor: 'id',
      description: 'What was changed in the seat, newest first.',
      args: { filter: t.arg({ type: ChangeFilter, description: 'Which ones.' }) },
      resolve: (query, _root, args, ctx) => {
        checkPage(args, 'BigInt');
        return findChanges({
          ctx,
          where: whereOf(args.filter),
          query: { ...query, orderBy: { id: 'desc' } },
        });
      },
      totalCount: (_root, args, ctx) => countChanges({ ctx, where: whereOf(args.filter) }),
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
  const owner = type as ObjectRef<(typeof builder)['$inferSchemaTypes'], { id: number }>;
  const whereOne = (row: object) => changeFilter({ resource, resourceId: (row as { id: number }).id });
  builder.objectField(owner, 'history', (t) =>
    t.prismaConnection(
      {
        type: Change,
        cursor: 'id',
        description: 'What was changed of it, newest first.',
        resolve: (query, row, args, ctx) => {
          checkPage(args, 'BigInt');
          return findChanges({ ctx, where: whereOne(row), query: { ...query, orderBy: { id: 'desc' } } });
        },
        totalCount: (row, _args, ctx) => countChanges({ ctx, where: whereOne(row) }),
      },
      ChangeConnection,
    ),
  );
}
