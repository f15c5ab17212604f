import type { ObjectRef, UnionRef } from '@pothos/core';
import { addChanges, type Recorded } from '../account/field-change.ts';
import { builder } from '../builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type Verb = 'Create' | 'Update' | 'Delete';

const unions = new Map<string, UnionRef<Types, unknown>>();

/**
 * `CreateXResult`: the payload, or one of the errors that a caller can expect. A single mutation answers one, a bulk
 * mutation a list of the same.
 */
export function resultUnion<Row>(options: {
  resource: string;
  verb: Verb;
  type: ObjectRef<Types, Row>;
}): UnionRef<Types, unknown> {
  const { resource, verb, type } = options;
  const known = unions.get(`${verb}${resource}`);
  if (known) return known;
  const field = resource.charAt(0).toLowerCase() + resource.slice(1);
  const name = `${verb.toLowerCase()}${resource}`;
  const payload = builder.objectRef<{ row: Row } & Recorded>(`${verb}${resource}Payload`).implement({
    description: `The payload that \`${name}\` returns on success.`,
    fields: (t) => ({
      [field]: t.field({
        type: type as ObjectRef<Types, object>,
        description: verb === 'Create' ? 'The created resource.' : 'The resource after the change.',
        resolve: ({ row }) => row as object,
      }),
    }),
  });
  addChanges(payload);
  const union = builder.errorUnion(`${verb}${resource}Result`, {
    description: `The result of \`${name}\`: its payload or a typed error.`,
    types: [payload],
    resolveType: () => payload,
  });
  unions.set(`${verb}${resource}`, union);
  return union;
}
