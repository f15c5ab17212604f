import type { InterfaceRef, ObjectRef } from '@pothos/core';
import { isKeyOf } from '../../platform/text/typed.ts';
import type { KindName, ModelName } from '../../resources/define/kinds.ts';
import { isNullable } from '../../resources/define/nullable.ts';
import type { Field, Relation, Resource } from '../../resources/define/resource.ts';
import type { builder } from '../builder.ts';
import { type FieldType, models, type ResourceType } from './models.ts';
import { jsonObject } from './outputs.ts';
import { enumOf } from './values/enums.ts';

/** Defines GraphQL's object types from the definitions of resources. */

type Types = (typeof builder)['$inferSchemaTypes'];

const SCALARS: Readonly<Record<Exclude<KindName, 'enum' | 'object'>, FieldType>> = {
  id: 'ID',
  text: 'String',
  flag: 'Boolean',
  boolean: 'Boolean',
  integer: 'Int',
  long: 'SafeInt',
  decimal: 'Decimal',
  instant: 'DateTime',
  timestamp: 'DateTime',
  epoch: 'DateTime',
  json: 'JSON',
  texts: ['String'],
  integers: ['SafeInt'],
};

const objects = new Map<string, FieldType>();
const types = new Map<string, ObjectRef<Types, object>>();

/** Types are declared before their fields are defined, so that they can refer to each other. */
function typeNamed(name: string): ObjectRef<Types, object> {
  const type = types.get(name);
  if (type === undefined) throw new Error(`No resource has the type ${name}.`);
  return type;
}

function objectOf({ name, description, schema }: NonNullable<Field['object']>): FieldType {
  const known = objects.get(name) ?? jsonObject(name, description, schema);
  objects.set(name, known);
  return known;
}

/** Defines the type of a resource with its fields and relations. Pages are added where the connection is defined. */
export function resourceType<Name extends ModelName>(
  resource: Resource<Name>,
  options: { interfaces?: readonly InterfaceRef<Types, object>[] } = {},
): ResourceType<Name> {
  const type = models.prismaObject(resource.name, {
    description: resource.description,
    interfaces: options.interfaces ?? [],
    fields: (t) => {
      const shown = (field: Field) =>
        t.field({
          type: typeOf(field),
          nullable: canBeNull(field, resource.name),
          description: field.description,
        });
      const related = ({ to, description, relation, resource: of }: Relation, name: string) =>
        t.field({
          type: to === 'many' ? [typeNamed(of)] : typeNamed(of),
          nullable: to !== 'many' && isNullable(resource.name, relation ?? name),
          description,
        });
      const { id, ...fields } = resource.fields;
      const relations = Object.entries(resource.relations).filter(([, { to }]) => to !== 'pages');
      return {
        ...(id && { id: shown(id) }),
        ...(!resource.hasLongIds && {
          databaseId: t.field({
            type: 'SafeInt',
            nullable: false,
            description: resource.isOfGraphqlOnly
              ? 'The integer ID, as in the global ID.'
              : 'The integer ID that the REST interfaces use.',
          }),
        }),
        ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shown(field)])),
        ...Object.fromEntries(relations.map(([name, relation]) => [name, related(relation, name)])),
      };
    },
  });
  types.set(resource.name, type);
  return type;
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
