import {
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import { type EnumType, enumName, valuesOf } from '../../domain/enum-type.ts';
import type { Resource } from '../../domain/resource/definition.ts';
import { RESOURCES } from '../../domain/resource/resources.ts';
import { partOf } from '../../domain/typed.ts';
import { figuresShown } from '../delivery/figures-asked.ts';
import { batchByKey, placeOf } from '../server/batches.ts';
import { type DeferredField, deferredOf } from './deferred-field.ts';
import { deferredIn } from './marks.ts';
import { Loaded, readOwned } from './read-field.ts';

/** The resolvers of everything that is read as rows: each picks the value that the read has under the answer's name. */

type Resolver = GraphQLFieldResolver<unknown, DomainContext, object>;

/** Throws for a field of a resource that no read answers. */
export function withRowResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const resource of RESOURCES.values()) {
    const fields = (name: string) => {
      const type = schema.getType(name);
      return isObjectType(type) ? Object.values(type.getFields()) : [];
    };
    for (const field of fields(resource.name)) field.resolve = resolverOf(resource, field.name);
    for (const field of [...fields(`${resource.name}Connection`), ...fields(`${resource.name}Edge`)])
      field.resolve = pick;
  }
  return schema;
}

function resolverOf(resource: Resource, field: string): Resolver {
  const deferred = deferredOf(resource, field);
  if (deferred) return loadDeferred(deferred);
  const relation = resource.relations[field];
  if (relation?.to === 'pages') return pageOf(resource);
  const { fields, derived = {} } = resource;
  if (field !== 'databaseId' && !fields[field] && !derived[field] && !relation)
    throw new Error(`No read answers ${resource.name}.${field}.`);
  const { enumType } = fields[field] ?? {};
  return enumType ? pickWord(enumType) : pick;
}

const pick: Resolver = (row, _args, _ctx, { path }) => partOf(row, String(path.key));

/** Reads answer words by the names that GraphQL has for them, and its enums take the words. */
function pickWord(enumType: EnumType): Resolver {
  const words = new Map(valuesOf(enumType).map((word) => [enumName(word), word]));
  return (row, _args, _ctx, { path }) => {
    const name = partOf(row, String(path.key));
    return words.get(String(name)) ?? name;
  };
}

const loadDeferred =
  (field: DeferredField): Resolver =>
  (row, args, ctx, info) => {
    const value = partOf(row, String(info.path.key));
    if (value instanceof Loaded) return value.value;
    const [, key] = deferredIn(value) ?? [];
    return key === undefined ? value : field.open({ args, info, figures: figuresShown(info) })(ctx, key);
  };

/** A page whose rows are ranked by what they delivered is read for all owners at once. */
const pageOf =
  (owner: Resource): Resolver =>
  (row, _args, ctx, info) => {
    const page = partOf(row, String(info.path.key));
    const [, id] = deferredIn(page) ?? [];
    return id === undefined ? page : loadOwned(ctx, info, owner, Number(id));
  };

/** A field of a row that is read for the rows of all places that ask at the same time. */
export const loadOwned = (ctx: DomainContext, info: GraphQLResolveInfo, owner: Resource, id: number) =>
  batchByKey(ctx, ['owned', ...placeOf(info.path)], (ids: readonly number[]) =>
    readOwned(ctx, info, { owner, ids }),
  )(id);
