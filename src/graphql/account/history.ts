import type { ObjectRef } from '@pothos/core';
import { usersById } from '../../domain/access/tenancy/known.ts';
import { findClients } from '../../domain/access/tenancy/managed-clients.ts';
import type { DomainContext } from '../../domain/context.ts';
import { CHANGE, CHANGE_ACTION, RECORDED_RESOURCE } from '../../domain/notifications/history/definition.ts';
import {
  type ChangesFilter,
  CONTAINERS,
  changeConditions,
  changedFields,
} from '../../domain/notifications/history/find.ts';
import { changesPosition, latestPosition } from '../../domain/notifications/history/position.ts';
import { watchChanges } from '../../domain/notifications/history/watch.ts';
import { HISTORY } from '../../resources/define/definition.ts';
import type { Resource } from '../../resources/define/resource.ts';
import { BY_ID } from '../../resources/filter/keyset.ts';
import { MAX_JSON_BYTES } from '../../resources/read/bound.ts';
import { builder } from '../builder.ts';
import { badArgument, checkFilter } from '../parts/arguments.ts';
import { type ConnectionType, connectionTypes } from '../parts/connection-types.ts';
import { relatedConnection } from '../parts/connections.ts';
import { combinations } from '../parts/filters.ts';
import { loadNode, Node, rowNodeType } from '../parts/node.ts';
import { resourceType } from '../parts/resource-type.ts';
import { definedField, rowField } from '../parts/row-field.ts';
import { enumOf } from '../parts/values/enums.ts';
import { globalId, idArgument } from '../parts/values/ids.ts';
import { inExecutor } from '../reading/deferred-field.ts';
import { readField } from '../reading/read-field.ts';
import { batchByKey } from '../server/batches.ts';
import { readsFrom } from '../server/price/reads.ts';
import { works } from '../server/price/work.ts';
import { FieldChangeType } from './field-change.ts';
import { ApiClient, User } from './viewer.ts';
import { workOfChanges } from './work-of-changes.ts';

const RecordedResource = enumOf(RECORDED_RESOURCE);
const Change: ConnectionType['type'] = resourceType(CHANGE);

definedField(Change, 'resourceId', { type: 'ID', description: 'The global ID of the changed resource.' });
rowField(Change, 'Change.user', {
  type: User,
  nullable: true,
  description: 'The user who made the change. Null for an operator or the service itself.',
  key: ({ column }) => `${column('userId')}::text`,
  open: () => (ctx, id) => userOf(ctx, Number(id)),
});
rowField(Change, 'Change.client', {
  type: ApiClient,
  nullable: true,
  description: 'The API client that acted for the user. Null if the seat does not manage it.',
  key: ({ column }) => column('clientId'),
  readsMore: new Set(['ApiClient.role']),
  open: () => clientOf,
});
rowField(Change, 'Change.node', {
  type: Node,
  nullable: true,
  description: 'The changed resource as it is now. Null if it has been deleted.',
  key: ({ column }) => `${column('resource')} || ':' || ${column('resourceId')}`,
  isOfExecutor: true,
  open:
    ({ info }) =>
    (ctx, id) =>
      loadNode(ctx, inExecutor(info), id),
});
rowField(Change, 'Change.fields', {
  type: [FieldChangeType],
  description: 'The fields that changed, with their values before and after.',
  key: ({ column }) =>
    `json_build_object('resource', ${column('resource')}, 'fields', ${column('fields')})::text`,
  maxValueBytes: MAX_JSON_BYTES,
  open: () => (ctx, change) => changedFields(ctx, JSON.parse(change)),
});

const userOf = async (ctx: DomainContext, userId: number) =>
  (await batchByKey(ctx, ['Change.user'], (ids: readonly number[]) => usersById(ctx, ids))(userId)) ?? null;

async function clientOf(ctx: DomainContext, clientId: string) {
  const load = batchByKey(ctx, ['Change.client'], async (ids: readonly string[]) => {
    const clients = await findClients(ctx, ids);
    return new Map(clients.map((client) => [client.id, client]));
  });
  return (await load(clientId)) ?? null;
}

rowNodeType({ type: Change, name: 'Change', largestId: Number.MAX_SAFE_INTEGER });

const ChangeConnection: ObjectRef<(typeof builder)['$inferSchemaTypes'], object> = builder.connectionObject(
  { type: Change, name: 'ChangeConnection', description: 'A page of changes, newest first.' },
  { name: 'ChangeEdge', description: 'An edge of a page of changes.' },
);

interface ChangeFilterInput extends Omit<ChangesFilter, 'resourceId' | 'within' | 'and' | 'or' | 'not'> {
  readonly resourceId?: string | null | undefined;
  readonly within?: string | null | undefined;
  readonly and?: readonly ChangeFilterInput[] | null | undefined;
  readonly or?: readonly ChangeFilterInput[] | null | undefined;
  readonly not?: ChangeFilterInput | null | undefined;
}

const ChangeFilter = builder.inputRef<ChangeFilterInput>('ChangeFilter');
ChangeFilter.implement({
  description: 'Filters changes. All given conditions must match.',
  fields: (t) => ({
    resource: t.field({ type: RecordedResource, description: 'Matches changes of resources of this type.' }),
    resourceId: t.id({ description: 'Matches changes of the resource with this ID. Requires `resource`.' }),
    within: t.id({
      description:
        'Matches changes of the resource with this global ID and of what it contains: of a campaign, also those of its lines and their ads. The resource is an advertiser, a campaign or a line.',
    }),
    action: t.field({ type: enumOf(CHANGE_ACTION), description: 'Matches changes of this kind.' }),
    userId: t.field({ type: 'SafeInt', description: 'Matches changes made by the user with this ID.' }),
    requestId: t.string({ description: 'Matches changes made by the request with this `X-Request-Id`.' }),
    field: t.string({
      description: 'Matches changes of the field with this name, such as `status`.',
    }),
    since: t.field({ type: 'DateTime', description: 'Matches changes made at or after this time.' }),
    until: t.field({ type: 'DateTime', description: 'Matches changes made before this time.' }),
    ...combinations(t, ChangeFilter, 'changes'),
  }),
});

/** Returns the filter with IDs converted to numbers, including nested filters. */
function withNumbers(filter: ChangeFilterInput, at = 'filter'): ChangesFilter {
  const { resourceId, within, and, or, not, ...rest } = filter;
  return {
    ...rest,
    within: within == null ? undefined : containerOf(within, `${at}.within`),
    resourceId: resourceId == null ? undefined : idOfResource(rest.resource, resourceId, at),
    and: and?.map((one, index) => withNumbers(one, `${at}.and[${index}]`)),
    or: or?.map((one, index) => withNumbers(one, `${at}.or[${index}]`)),
    not: not && withNumbers(not, `${at}.not`),
  };
}

function idOfResource(resource: string | null | undefined, id: string, at: string): number {
  if (resource == null) throw badArgument(`${at}.resourceId`, 'requires "resource"');
  return idArgument(resource, id, `${at}.resourceId`);
}

/** The resource with a global ID that contains others. */
function containerOf(id: string, at: string) {
  const resource = CONTAINERS.find((name) => id.startsWith(`${name}:`));
  if (!resource)
    throw badArgument(at, `must be the global ID of one of these types: ${CONTAINERS.join(', ')}`);
  return { resource, id: idArgument(resource, id, at) };
}

const changes: ConnectionType = {
  type: Change,
  name: 'Change',
  connection: ChangeConnection,
  // Where changes are read from. Their filter is not generated from `fields`.
  list: {
    model: 'Change',
    fields: { resourceId: { kind: 'id', column: 'resourceId' } },
    owner: 'resource_id',
  },
  defaultOrder: { ...BY_ID, direction: 'desc' },
  largestId: Number.MAX_SAFE_INTEGER,
  roots: new Set(['changes']),
  conditions: (filter: ChangeFilterInput, ctx) => {
    checkFilter(filter);
    return changeConditions(ctx, withNumbers(filter));
  },
};
connectionTypes.set('ChangeConnection', changes);

builder.queryField('changes', (t) =>
  t.field({
    type: ChangeConnection,
    description: 'Returns the changes made in the seat, newest first.',
    args: {
      filter: t.arg({ type: ChangeFilter, description: 'Filters the results.' }),
      ...t.arg.connectionArgs(),
    },
    extensions: { ...readsFrom(changes.list), ...works((argument) => workOfChanges(argument('filter'))) },
    resolve: (_root, _args, ctx, info) => readField(ctx, info) as Promise<object>,
  }),
);

builder.queryField('changePosition', (t) =>
  t.id({
    description:
      'The position of the latest change in the seat, such as `Change:123`. To receive all later changes, pass it to `seatChanges` as `after`.',
    resolve: async (_root, _args, ctx) => globalId('Change', await latestPosition(ctx)),
  }),
);

builder.subscriptionField('seatChanges', (t) =>
  t.field({
    type: Change,
    description:
      'Sends every change in the seat as it is made, exactly once. To resume after a disconnect, pass the ID of the last change that you received as `after`.',
    args: {
      types: t.arg({
        type: [RecordedResource],
        description: 'Sends only changes of these types. Default all types.',
      }),
      after: t.arg.id({ description: 'Resumes after the change with this ID instead of starting now.' }),
    },
    subscribe: async (_root, { types, after }, ctx) => {
      const id = after == null ? undefined : idArgument('Change', after, 'after');
      const from = await changesPosition(ctx, id);
      if (!from) throw badArgument('after', 'must be the ID of a change of this seat, or a changePosition');
      return watchChanges({ ctx, from, resources: types ?? undefined });
    },
    resolve: async ({ id }, _args, ctx, info) => {
      const change = await loadNode(ctx, info, globalId('Change', Number(id)));
      if (!change) throw new Error('A change is gone.');
      return change as { id: bigint };
    },
  }),
);

/** Adds `history(first, after)` to a type whose rows have an `id`. `ownedBy` is given for rows that verbs return. */
export function historyOf(owner: unknown, ownedBy?: Resource): void {
  relatedConnection({
    ...{ of: changes, owner, field: 'history', description: HISTORY.description },
    ...(ownedBy && { ownedBy }),
  });
}
