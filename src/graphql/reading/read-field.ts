import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  isUnionType,
} from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import { isRecord } from '../../resources/define/input.ts';
import type { Resource } from '../../resources/define/resource.ts';
import type { Member, Value } from '../../resources/read/plan.ts';
import { read } from '../../resources/read/read.ts';
import { tooLarge } from '../server/answer-size.ts';
import type { OpenField } from './deferred-field.ts';
import { marksIn } from './marks.ts';
import { NotCompilableError } from './not-compilable.ts';
import { type ObjectsRead, objectsRead } from './objects-read.ts';
import { MAX_BYTES } from './operations.ts';
import { planRoot } from './plan/plan.ts';
import { planRelation, planRow } from './plan/plan-row.ts';
import type { Planning } from './plan/planning.ts';
import { withRanked } from './ranked.ts';
import { NO_IDS, type RequestedIds } from './read-plan.ts';
import { collect, readingOf } from './selection.ts';

/**
 * Reads rows for the executor, by the same statements as reads without it. They are plain objects with the names of the
 * response, from which `row-resolvers.ts` picks the values. Nothing else in GraphQL reads rows of resources.
 */

type Row = Readonly<Record<string, unknown>>;

/** A written row, with the names under which a payload shows it. */
export type WrittenRow = Readonly<Record<string | number, object>>;

/** Returns the value of a field of Query. */
export async function readField(ctx: DomainContext, info: GraphQLResolveInfo): Promise<unknown> {
  const field = info.parentType.getFields()[info.fieldName];
  if (!field) throw new Error(`Query has no field ${info.fieldName}.`);
  const objects = await readObjects({
    ...{ ctx, info, variant: '' },
    members: (planning) => [{ name: VALUE, value: planRoot(planning, field, info.fieldNodes) }],
  });
  return objects[VALUE];
}

/** Returns rows of a type with the selected fields, by ID. */
export async function readRows(
  ctx: DomainContext,
  info: GraphQLResolveInfo,
  { resource, ids }: { resource: string; ids: readonly number[] },
): Promise<ReadonlyMap<number, object>> {
  const objects = await readObjects({
    ...{ ctx, info, variant: resource, ids: idsOf(resource, ids) },
    members: (planning) => [
      {
        name: VALUE,
        value: rowsByIds(planning, resource, (type, of) => planRow(planning, of, type, info.fieldNodes)),
      },
    ],
  });
  return byId(ids, listIn(objects, VALUE));
}

/** Returns a field of rows that verbs returned completely, such as the history of a webhook, by row ID. */
export async function readOwned(
  ctx: DomainContext,
  info: GraphQLResolveInfo,
  { owner, ids }: { owner: Resource; ids: readonly number[] },
): Promise<ReadonlyMap<number, unknown>> {
  const field = info.parentType.getFields()[info.fieldName];
  const relation = owner.relations[info.fieldName];
  if (!field || !relation) throw new Error(`${owner.name}.${info.fieldName} is no relation.`);
  const objects = await readObjects({
    ...{ ctx, info, variant: `of ${owner.name}`, ids: idsOf(owner.name, ids) },
    members: (planning) => [
      {
        name: VALUE,
        value: {
          is: 'each',
          resource: owner,
          ids: planning.argument((_variables, { ids }) => ids),
          members: [
            {
              name: VALUE,
              value: planRelation(planning, relation, field, info.fieldNodes, { ranksOwned: true }),
            },
          ],
        },
      },
    ],
  });
  const rows = byId(ids, listIn(objects, VALUE));
  return new Map([...rows].map(([id, row]) => [id, row[VALUE]]));
}

/**
 * Returns the rows that a mutation wrote, read in its transaction: for each ID, the values of the payload's field by
 * their names in the response.
 */
export async function readWritten(options: {
  /** The context of the transaction. */
  ctx: DomainContext;
  info: GraphQLResolveInfo;
  /** The name of the payload's field. */
  field: string;
  resource: string;
  ids: readonly number[];
}): Promise<ReadonlyMap<number, WrittenRow>> {
  const { ctx, info, field, resource, ids } = options;
  const shown = fieldsOfPayload(info, field);
  if (shown.length === 0) return new Map(ids.map((id) => [id, {}]));
  const objects = await readObjects({
    ...{ ctx, info, variant: `written ${resource}`, ids: idsOf(resource, ids) },
    members: (planning) =>
      shown.map(([name, nodes]) => ({
        name,
        value: rowsByIds(planning, resource, (type, of) => planRow(planning, of, type, nodes)),
      })),
  });
  return new Map(
    ids.map((id, index) => [
      id,
      Object.fromEntries(
        shown.map(([name]) => {
          const row = listIn(objects, name)[index];
          if (!isRecord(row)) throw new Error(`The row ${id} was written, but cannot be read.`);
          return [name, row];
        }),
      ),
    ]),
  );
}

/** Returns the selections of a payload's field in a mutation. */
function fieldsOfPayload(info: GraphQLResolveInfo, field: string): [string, readonly FieldNode[]][] {
  const type = getNamedType(info.returnType);
  const payload = isUnionType(type) ? type.getTypes().find(({ name }) => name.endsWith('Payload')) : type;
  if (!isObjectType(payload)) throw new Error(`${info.fieldName} has no payload.`);
  const sets = info.fieldNodes.map(({ selectionSet }) => selectionSet);
  return [...collect(readingOf(info), payload, sets)].filter(([, nodes]) => nodes[0]?.name.value === field);
}

const VALUE = 'value';

const idsOf = (resource: string, ids: readonly number[]): RequestedIds => ({
  types: ids.map(() => resource),
  ids,
});

function rowsByIds(
  planning: Planning,
  name: string,
  members: (type: GraphQLObjectType, resource: Resource) => Member[],
): Value {
  const resource = planning.resource(name);
  const type = planning.reading.schema.getType(name);
  if (!resource || !isObjectType(type)) throw new NotCompilableError(name);
  return nodesOf(planning, [{ resource, members: members(type, resource) }]);
}

const nodesOf = (
  planning: Planning,
  of: readonly { readonly resource: Resource; readonly members: readonly Member[] }[],
): Value => ({
  is: 'nodes',
  types: planning.argument((_variables, { types }) => types),
  ids: planning.argument((_variables, { ids }) => ids),
  of,
});

async function readObjects(request: Parameters<typeof objectsRead>[0]): Promise<Row> {
  const { ctx, info, ids = NO_IDS } = request;
  const plan = await objectsRead(request);
  const { statement, size, refusals } = plan;
  const pages = await Promise.all(plan.pages.map((page) => withRanked(ctx, page, ids.ids)));
  const values = { arguments: plan.arguments, pages };
  if (size && Number(await read({ ctx, statement: size, values })) > MAX_BYTES) throw tooLarge();
  const row: unknown = JSON.parse(await read({ ctx, statement, values }));
  if (!isRecord(row)) throw new Error('A read answered no object.');
  const fields = ctx.validateOnly ? plan.deferredOf(info.variableValues) : [];
  if (refusals.length > 0 || fields.length > 0) await fillMarks({ ctx, row, refusals, fields });
  return row;
}

/** Replaces marks by the errors of refused fields, and by the values of fields that read what a dry run wrote. */
async function fillMarks(options: {
  ctx: DomainContext;
  row: Row;
  refusals: ObjectsRead['refusals'];
  fields: readonly OpenField[];
}): Promise<void> {
  const { ctx, row, refusals, fields } = options;
  const places = marksIn(row);
  for (const { mark, fill } of places) if ('refusal' in mark) fill(refusals[mark.refusal]);
  // One by one, because a connection runs one statement at a time.
  for (const [index, field] of fields.entries())
    await Promise.all(
      places.map(async ({ mark, fill }) => {
        if (!('deferred' in mark) || mark.deferred[0] !== index) return;
        const load = async () => field.load(ctx, mark.deferred[1]);
        fill(new Loaded(await load().catch((error: unknown) => error)));
      }),
    );
}

/** A value that was loaded before the executor resolves its field. An error is reported for that field. */
export class Loaded {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

const listIn = (objects: Row, name: string): readonly unknown[] => {
  const list = objects[name];
  return Array.isArray(list) ? list : [];
};

const byId = (ids: readonly number[], rows: readonly unknown[]): Map<number, Row> =>
  new Map(
    ids.flatMap((id, index) => {
      const row = rows[index];
      return isRecord(row) ? [[id, row] as const] : [];
    }),
  );
