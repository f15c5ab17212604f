import {
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import { RESOURCES } from '../../domain/resources.ts';
import { partOf } from '../../platform/text/typed.ts';
import { type EnumType, enumName, renamedValues } from '../../resources/define/enum-type.ts';
import type { Resource } from '../../resources/define/resource.ts';
import { measuresShown } from '../delivery/measures-selected.ts';
import { batchByKey, placeOf } from '../server/batches.ts';
import { type DeferredField, deferredOf } from './deferred-field.ts';
import { deferredIn } from './marks.ts';
import { Loaded, readOwned } from './read-field.ts';
import { isValue, valueName } from './value-names.ts';

/** The resolvers of everything that is read as rows. Each picks the value with the name of the response. */

type Resolver = GraphQLFieldResolver<unknown, DomainContext, object>;

/** Adds the resolvers to the schema. Throws for a field of a resource that no read returns. */
export function withRowResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const resource of RESOURCES.values()) {
    const fields = (name: string) => {
      const type = schema.getType(name);
      return isObjectType(type) ? Object.values(type.getFields()) : [];
    };
    for (const field of fields(resource.name)) field.resolve = resolverOf(resource, field.name);
    for (const field of [...fields(`${resource.name}Connection`), ...fields(`${resource.name}Edge`)])
      field.resolve = OF_PAGES.has(field.name) ? pickValue(field.name) : pick;
  }
  return schema;
}

/** Fields of connections and edges that are values. */
const OF_PAGES = new Set(['totalCount', 'cursor']);

function resolverOf(resource: Resource, field: string): Resolver {
  const deferred = deferredOf(resource, field);
  if (deferred) return loadDeferred(field, deferred);
  const relation = resource.relations[field];
  if (relation?.to === 'pages') return pageOf(resource);
  const { fields, derived = {} } = resource;
  if (field !== 'databaseId' && !fields[field] && !derived[field] && !relation)
    throw new Error(`No read answers ${resource.name}.${field}.`);
  const { enumType } = fields[field] ?? {};
  if (enumType) return pickEnumValue(field, enumType);
  return isValue(resource, field) ? pickValue(field) : pick;
}

/** The value is stored under the name of the response. */
const pick: Resolver = (row, _args, _ctx, { path }) => partOf(row, String(path.key));

function pickValue(field: string): Resolver {
  const name = valueName(field);
  return (row) => partOf(row, name);
}

/** Reads return enum values by their GraphQL names, but GraphQL's enums serialize internal values. */
function pickEnumValue(field: string, enumType: EnumType): Resolver {
  const value = pickValue(field);
  const stored = new Map(renamedValues(enumType).map((renamed) => [enumName(renamed), renamed]));
  if (stored.size === 0) return value;
  return (row, ...call) => {
    const name = value(row, ...call);
    return stored.get(String(name)) ?? name;
  };
}

function loadDeferred(field: string, { open }: DeferredField): Resolver {
  const name = valueName(field);
  return (row, args, ctx, info) => {
    const value = partOf(row, name);
    if (value instanceof Loaded) return value.value;
    const [, key] = deferredIn(value) ?? [];
    return key === undefined ? value : open({ args, info, measures: measuresShown(info) })(ctx, key);
  };
}

/** A page ordered by delivery is read for all owners by one statement. */
const pageOf =
  (owner: Resource): Resolver =>
  (row, _args, ctx, info) => {
    const page = partOf(row, String(info.path.key));
    const [, id] = deferredIn(page) ?? [];
    return id === undefined ? page : loadOwned(ctx, info, owner, Number(id));
  };

/** Loads a field for the rows of all places that request it at the same time. */
export const loadOwned = (ctx: DomainContext, info: GraphQLResolveInfo, owner: Resource, id: number) =>
  batchByKey(ctx, ['owned', ...placeOf(info.path)], (ids: readonly number[]) =>
    readOwned(ctx, info, { owner, ids }),
  )(id);
