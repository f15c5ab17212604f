import { KINDS } from '../define/kinds.ts';
import { type Resource, restName } from '../define/resource.ts';
import { maxLength } from '../define/schemas.ts';
import type { ListDefinition, ListField } from './list-fields.ts';

/** What lists of a resource are sorted and filtered by. */
export const listOf = (resource: Resource): ListDefinition => listBy((name) => name, resource);

/** The same by REST's names. */
export const restListOf = (resource: Resource): ListDefinition => listBy(restName, resource);

function listBy(
  nameOf: typeof restName,
  { name: model, fields, search, hidesDeleted }: Resource,
): ListDefinition {
  const entries = Object.entries(fields).flatMap(([name, field]): [string, ListField][] => {
    const { kind, column, of, isNotFilterable, enumType, input } = field;
    const shown = KINDS[kind];
    const condition = 'condition' in shown ? shown.condition : undefined;
    if (isNotFilterable || !condition) return [];
    const length = condition === 'text' && input ? maxLength(input) : undefined;
    return [
      [
        nameOf(name, field),
        {
          kind: name === 'status' ? 'status' : condition,
          column,
          ...(of !== undefined && { of }),
          ...(enumType && { enumType }),
          ...(length !== undefined && { maxLength: length }),
        },
      ],
    ];
  });
  return {
    model,
    fields: Object.fromEntries(entries),
    ...(search !== undefined && { search }),
    ...(hidesDeleted && { hidesDeleted }),
  };
}
