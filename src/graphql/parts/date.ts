import { GraphQLError } from 'graphql';
import { isDay } from '../../domain/instant.ts';
import { builder } from '../builder.ts';

/** The scalar `Date`: a day of the calendar, whose zone the field says. */
builder.scalarType('Date', {
  description: 'A calendar day, in the format `2026-01-31`.',
  serialize: (value) => value,
  parseValue: dayOf,
  parseLiteral: (node) => dayOf('value' in node ? node.value : undefined),
});

export function dayOf(value: unknown): string {
  if (isDay(value)) return value;
  throw new GraphQLError('Date must be a day of the calendar, such as "2026-01-31".');
}
