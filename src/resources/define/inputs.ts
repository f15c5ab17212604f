import { z } from 'zod';
import { partOf } from '../../platform/text/typed.ts';
import { id, object } from './fields.ts';
import { defineInput, type InputDefinition } from './input.ts';
import type { Field, Resource } from './resource.ts';
import { unwrapOnce } from './schemas.ts';

/**
 * The inputs of a resource: the fields that a create requires and accepts, those of an update, and the
 * read-only ones.
 */

type Fields = Readonly<Record<string, Field>>;

/** The fields that callers send, as the definition types them, by REST's names. */
type Sent<Of extends Fields> = {
  -readonly [Name in keyof Of as [InputOf<Of[Name]>] extends [never]
    ? never
    : SentName<Name, Of[Name]>]: InputOf<Of[Name]>;
};
type SentName<Name, Of extends Field> = [RestNameOf<Of>] extends [never] ? Name : RestNameOf<Of>;
type RestNameOf<Of extends Field> = Extract<Of['rest'], string>;
type InputOf<Of extends Field> = NonNullable<Of['input']>;
type Optional<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: z.ZodOptional<Shape[Name]> };
type Merged<Base, Over> = Omit<Base, keyof Over> & Over;

/**
 * Returns the schemas of creates and updates. `more` are fields in addition to the definition's. `changes`
 * are fields that only updates have, or that are different there.
 */
export function inputsOf<
  Of extends Fields,
  More extends z.ZodRawShape = Record<never, never>,
  Changes extends z.ZodRawShape = Record<never, never>,
>(
  resource: { readonly fields: Of; readonly relations?: Resource['relations'] },
  options: {
    more?: More;
    changes?: Changes;
    /** Read-only fields in addition to the definition's. They are ignored when sent back. */
    answered?: readonly string[];
    keepsUnknown?: true;
  } = {},
): {
  create: InputDefinition<Merged<Sent<Of>, More>>;
  update: InputDefinition<Optional<Merged<Merged<Sent<Of>, More>, Changes>>>;
} {
  const { more, answered = [], keepsUnknown } = options;
  const { relations = {} } = resource;
  const changes = withGraphqlNames(relations, { ...options.changes });
  const sent = withGraphqlNames(relations, { ...sentFields(resource), ...more });
  const readOnly = [...answeredFields(resource), ...answered];
  return {
    create: defineInput({
      fields: z.object(sent) as z.ZodObject<Merged<Sent<Of>, More>>,
      readOnly: [...readOnly, ...Object.keys(changes)],
      ...(keepsUnknown && { keepsUnknown }),
    }),
    update: defineInput({
      fields: z.object({ ...sent, ...changes } as Merged<Merged<Sent<Of>, More>, Changes>).partial(),
      readOnly,
      isUpdate: true,
      ...(keepsUnknown && { keepsUnknown }),
    }),
  };
}

type PartOf<Of extends Fields> = { readonly name: string; readonly fields: Of };

/** Returns the schema of a complete item of a list within a resource. With an ID, it changes that item. */
export function partInput<Of extends Fields>(
  part: PartOf<Of>,
  ofId = 'The ID of the item to change. Without it, an item is added.',
) {
  return object(part.name, { id: id(part.name).optional().describe(ofId), ...sentFields(part) });
}

/**
 * The same for an update that changes only some fields of an item. A rule requires the others for a new
 * item.
 */
export function partChange<Of extends Fields>(part: PartOf<Of>) {
  const { shape } = partInput(part);
  return object(`Update${part.name}`, { ...z.object(sentFields(part)).partial().shape, id: shape.id });
}

/** Uses the description of the definition for the input, too, unless the input has its own. */
function sentFields<Of extends Fields>({ fields }: { readonly fields: Of }): Sent<Of> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { input, description, rest }]) => {
      if (!input) return [];
      const described = isDescribed(input) ? input : input.describe(description);
      if (rest === false) return [[name, described.meta({ undocumented: true })]];
      return [typeof rest === 'string' ? [rest, described.meta({ graphql: name })] : [name, described]];
    }),
  ) as Sent<Of>;
}

/** Lists of rows that belong to the resource have the names of its relations. */
function withGraphqlNames<Shape extends object>(relations: Resource['relations'], shape: Shape): Shape {
  const named = Object.entries(relations).flatMap(([graphql, { rest }]) => {
    const type = rest === undefined ? undefined : partOf(shape, rest);
    return type instanceof z.ZodType ? [[rest, type.meta({ graphql })]] : [];
  });
  return Object.assign({}, shape, Object.fromEntries(named));
}

const isDescribed = (type: z.ZodType): boolean =>
  type.description !== undefined || (type instanceof z.ZodOptional && isDescribed(unwrapOnce(type)));

/** Returns the names of read-only fields in both interfaces. */
const answeredFields = ({ fields }: { readonly fields: Fields }): string[] =>
  Object.entries(fields).flatMap(([name, { input, rest }]) =>
    input ? [] : typeof rest === 'string' ? [name, rest] : [name],
  );
