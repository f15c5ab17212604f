import type { InterfaceRef } from '@pothos/core';
import type { DomainContext } from '../../domain/context.ts';
import type { Field, Relation, Resource } from '../../domain/resource/definition.ts';
import type { KindName, ModelName } from '../../domain/resource/kinds.ts';
import { isNullable } from '../../domain/resource/nullable.ts';
import { isKeyOf, partOf } from '../../domain/typed.ts';
import type { builder } from '../builder.ts';
import { enumOf } from './enums.ts';
import { globalId } from './ids.ts';
import { type FieldType, models, type ResourceType } from './models.ts';
import { jsonObject } from './outputs.ts';

/** GraphQL's object types, made from the definitions of resources. */

type Types = (typeof builder)['$inferSchemaTypes'];

const SCALARS: Readonly<Record<Exclude<KindName, 'enum' | 'object'>, FieldType>> = {
  id: 'ID',
  text: 'String',
  flag: 'Boolean',
  boolean: 'Boolean',
  integer: 'Int',
  long: 'SafeInt',
  decimal: 'Decimal',
  instant: 'Timestamp',
  moment: 'DateTime',
  epoch: 'DateTime',
  json: 'JSON',
  texts: ['String'],
  integers: ['SafeInt'],
};

const objects = new Map<string, FieldType>();

function objectOf({ name, description, schema }: NonNullable<Field['object']>): FieldType {
  const known = objects.get(name) ?? jsonObject(name, description, schema);
  objects.set(name, known);
  return known;
}

/**
 * The type of a resource with the fields and relations of its definition; pages are added where they hang. Rows have
 * the columns that are asked for, or are `whole` where verbs answer them as they stored them.
 */
export function resourceType<Name extends ModelName>(
  resource: Resource<Name>,
  options: { whole?: boolean; interfaces?: readonly InterfaceRef<Types, object>[] } = {},
): ResourceType<Name> {
  return models.prismaObject(resource.name, {
    description: resource.description,
    ...(!options.whole && { select: { id: true } }),
    interfaces: options.interfaces ?? [],
    fields: (t) => {
      const shown = (field: Field) =>
        t.field({
          type: typeOf(field),
          nullable: canBeNull(field, resource.name),
          description: field.description,
          ...(!(options.whole && !field.column.includes('.')) && { select: selectOf(field.column) }),
          resolve: (row, _args, ctx) => shownValue(field, row, ctx),
        });
      const related = ({ to, description, relation }: Relation, name: string) => {
        const prisma = relation ?? name;
        // Each list is bounded and read by id; one order, so that they load together.
        return to === 'many'
          ? t.relation(prisma, { description, query: { orderBy: { id: 'asc' } } })
          : t.relation(prisma, { description, nullable: isNullable(resource.name, prisma) });
      };
      const { id, ...fields } = resource.fields;
      const relations = Object.entries(resource.relations).filter(([, { to }]) => to !== 'pages');
      return {
        ...(id && { id: shown(id) }),
        ...(!resource.hasLongIds && {
          databaseId: t.expose('id', {
            type: 'SafeInt',
            description: 'The integer ID that the REST interfaces use.',
          }),
        }),
        ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shown(field)])),
        ...Object.fromEntries(relations.map(([name, relation]) => [name, related(relation, name)])),
      };
    },
  });
}

const isScalar = (kind: KindName): kind is keyof typeof SCALARS => isKeyOf(SCALARS, kind);

const canBeNull = ({ shownTo, hasOlderValues, column }: Field, model: ModelName): boolean =>
  shownTo !== undefined || hasOlderValues === true || isNullable(model, column);

function typeOf({ enumType, object, numeric, scalar, kind }: Field): FieldType {
  if (enumType) return enumOf(enumType);
  if (object) return objectOf(object);
  if (numeric) return 'SafeInt';
  if (scalar) return scalar;
  if (isScalar(kind)) return SCALARS[kind];
  throw new Error(`A field of kind ${kind} has no type.`);
}

/** `creative.name` makes `{creative: {select: {name: true}}}`. */
function selectOf(column: string): object {
  const [first = '', inner] = column.split('.');
  return { [first]: inner === undefined ? true : { select: { [inner]: true } } };
}

function shownValue(field: Field, row: object, ctx: DomainContext): unknown {
  if (field.shownTo && !field.shownTo(ctx.seat)) return null;
  const [first = '', inner] = field.column.split('.');
  const own = partOf(row, first);
  const value = inner === undefined ? own : partOf(own, inner);
  if (value == null) return null;
  if (field.kind === 'id' && !field.numeric) return globalId(field.of ?? '', Number(value));
  if (typeof value === 'bigint') return Number(value);
  if (field.kind === 'flag') return value === 'TRUE';
  if (field.enumType && field.hasOlderValues)
    return Object.hasOwn(field.enumType.words, String(value)) ? value : null;
  return value;
}
