import { GraphQLError, type ValueNode } from 'graphql';
import { DATE_RANGE, isDay, isInRange } from '../../../platform/time/instant.ts';
import { builder } from '../../builder.ts';

/** The scalar `Date`: a calendar day. The field's description says in which time zone. */
builder.scalarType('Date', {
  description: 'A calendar day, in the format `2026-01-31`.',
  serialize: (value) => value,
  parseValue: (value) => dayOf(value),
  parseLiteral: (node) => dayOf('value' in node ? node.value : undefined, node),
});

export function dayOf(value: unknown, node?: ValueNode): string {
  if (isDay(value)) {
    if (isInRange(value)) return value;
    throw new GraphQLError(`Date ${DATE_RANGE}.`, node && { nodes: node });
  }
  throw new GraphQLError(
    'Date must be a day of the calendar, such as "2026-01-31".',
    node && { nodes: node },
  );
}
