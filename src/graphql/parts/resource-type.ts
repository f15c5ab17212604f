import type { PrismaObjectRef } from '@pothos/plugin-prisma';
import type { DomainContext } from '../../domain/context.ts';
import type { Field, Relation, Resource } from '../../domain/resource/definition.ts';
import type { KindName, ModelName } from '../../domain/resource/kinds.ts';
import { isNullable } from '../../domain/resource/nullable.ts';
import { builder } from '../builder.ts';
import { enumOf } from './enums.ts';
import { globalId } from './ids.ts';
import { jsonObject } from './outputs.ts';

/** GraphQL's object types, made from the definitions of resources. */

type Types = (typeof builder)['$inferSchemaTypes'];

export type ResourceType<Name extends keyof Types['PrismaTypes'] = 'Line'> = PrismaObjectRef<
  Types,
  Types['PrismaTypes'][Name],
  { id: number }
>;
type Row = Readonly<Record<string, unknown>>;

const SCALARS = {
  id: 'ID',
  text: 'String',
  listed: 'ListedValue',
  boolean: 'Boolean',
  integer: 'Int',
  long: 'SafeInt',
  decimal: 'Decimal',
  instant: 'Timestamp',
  moment: 'DateTime',
  texts: ['String'],
  integers: ['SafeInt'],
} as const satisfies Record<Exclude<KindName, 'enum' | 'object'>, unknown>;

const objects = new Map<string, unknown>();

function objectOf({ name, description, schema }: NonNullable<Field['object']>): unknown {
  const known = objects.get(name) ?? jsonObject(name, description, schema);
  objects.set(name, known);
  return known;
}

const types = new Map<string, unknown>();

/**
 * The type of a resource with the fields and relations of its definition; pages are added where they hang. Rows have
 * the columns that are asked for, or are `whole` where verbs answer them as they stored them.
 */
export function resourceType<Name extends ModelName>(
  resource: Resource<Name>,
  options: { whole?: boolean; interfaces?: readonly unknown[] } = {},
): ResourceType<Name> {
  const known = types.get(resource.name);
  if (known) return known as ResourceType<Name>;
  const type: ResourceType = builder.prismaObject(resource.name as 'Line', {
    description: resource.description,
    ...(!options.whole && { select: { id: true } }),
    ...(options.interfaces && { interfaces: options.interfaces as [] }),
    fields: (t) => {
      const shown = (field: Field) =>
        t.field({
          type: typeOf(field) as 'String',
          nullable: field.shownTo !== undefined || isNullable(resource.name, field.column),
          description: field.description,
          ...(!(options.whole && !field.column.includes('.')) && {
            select: selectOf(field.column) as { id: true },
          }),
          resolve: (row, _args, ctx) => shownValue(field, row, ctx) as string,
        });
      const related = ({ to, description, relation }: Relation, name: string) => {
        const prisma = relation ?? name;
        // Each list is bounded and read by id; one order, so that they load together.
        if (to === 'many')
          return t.relation(prisma as 'schedules', { description, query: { orderBy: { id: 'asc' } } });
        const nullable = isNullable(resource.name, prisma) as false;
        return t.relation(prisma as 'campaign', { description, nullable });
      };
      const { id, ...fields } = resource.fields;
      const relations = Object.entries(resource.relations).filter(([, { to }]) => to !== 'pages');
      return {
        ...(id && { id: shown(id) }),
        databaseId: t.expose('id', {
          type: 'SafeInt',
          description: 'The integer ID that the REST interfaces use.',
        }),
        ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shown(field)])),
        ...Object.fromEntries(relations.map(([name, relation]) => [name, related(relation, name)])),
      };
    },
  });
  types.set(resource.name, type);
  return type as unknown as ResourceType<Name>;
}

function typeOf(field: Field): unknown {
  if (field.words) return enumOf(field.words);
  if (field.object) return objectOf(field.object);
  if (field.numeric) return 'SafeInt';
  return field.scalar ?? SCALARS[field.kind as keyof typeof SCALARS];
}

/** `creative.name` makes `{creative: {select: {name: true}}}`. */
function selectOf(column: string): object {
  const [first = '', inner] = column.split('.');
  return { [first]: inner === undefined ? true : { select: { [inner]: true } } };
}

function shownValue(field: Field, row: object, ctx: DomainContext): unknown {
  if (field.shownTo && !field.shownTo(ctx.seat)) return null;
  const [first = '', inner] = field.column.split('.');
  const value = inner === undefined ? (row as Row)[first] : (row as Record<string, Row>)[first]?.[inner];
  if (value == null) return null;
  if (typeof value === 'bigint') return Number(value);
  if (field.renamed) return field.renamed.shown(ctx, String(value));
  return field.kind === 'id' && !field.numeric ? globalId(field.of ?? '', Number(value)) : value;
}
