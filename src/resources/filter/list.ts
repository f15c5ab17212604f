import type { Resource } from '../define/definition.ts';
import { KINDS } from '../define/kinds.ts';
import type { ListDefinition, ListField } from './list-fields.ts';

/** What lists of a resource are sorted and filtered by. */
export function listOf({ name: model, fields, search, hidesDeleted }: Resource): ListDefinition {
  const listed = Object.entries(fields).flatMap(
    ([name, { kind, column, of, isNotFilterable, enumType }]): [string, ListField][] => {
      const shown = KINDS[kind];
      const condition = 'condition' in shown ? shown.condition : undefined;
      if (isNotFilterable || !condition) return [];
      return [
        [
          name,
          {
            kind: name === 'status' ? 'status' : condition,
            column,
            ...(of !== undefined && { of }),
            ...(enumType && { enumType }),
          },
        ],
      ];
    },
  );
  return {
    model,
    fields: Object.fromEntries(listed),
    ...(search !== undefined && { search }),
    ...(hidesDeleted && { hidesDeleted }),
  };
}
