import type { GraphQLError } from 'graphql';
import type { BucketState } from '../../../domain/access/quota/bucket.ts';
import { quotaRefusals } from '../../../http/requests/metrics.ts';
import { graphqlFault } from '../fault.ts';
import { CEILING, type Priced } from './cost.ts';
import { type Costliest, costliestOf } from './costliest.ts';

/** The largest GraphQL `Int`. */
export const MAX_SHOWN = 2 ** 31 - 1;

/** The error when the points that callers without a token share per minute are used up. */
export function overMinute(retryAfterS: number): GraphQLError {
  quotaRefusals.inc({ limit: 'GRAPHQL_ANONYMOUS_PER_MINUTE' });
  return graphqlFault('COST_LIMIT_EXCEEDED', 'The schema is read too often without a token.', {
    http: { status: 429, headers: { 'retry-after': String(retryAfterS) } },
  });
}

export function overCeiling(prices: Priced & { readonly forReads?: number }): GraphQLError {
  quotaRefusals.inc({ limit: 'GRAPHQL_PER_REQUEST' });
  const message =
    prices.cost >= MAX_SHOWN
      ? 'The request reads more of the schema than one request may. Select fewer fields of it.'
      : `The request costs ${prices.cost} points, but one request may cost at most ${CEILING}. ${ofReads(prices)}${adviceOf(costliestOf(prices))}`;
  return graphqlFault('COST_LIMIT_EXCEEDED', message, { http: { status: 400 } });
}

const ofReads = ({ forReads = 0 }: { readonly forReads?: number }): string =>
  forReads === 0 ? '' : `${forReads} of them are for rows that filters, orders and totals read. `;

function adviceOf(costliest: Costliest | undefined): string {
  if (!costliest) return 'Select fewer fields or smaller pages.';
  const { field, cost, first } = costliest;
  const most = `\`${field}\` costs most, ${cost} points.`;
  if (!first) return `${most} Select fewer fields.`;
  return `${most} The request would pass with \`${first.name}: ${first.size}\`${first.of === 'field' ? ' there' : ' in every list'}.`;
}

export function paused(requested: number, { limit, remaining, resetAt }: BucketState): GraphQLError {
  quotaRefusals.inc({ limit: 'GRAPHQL_PER_HOUR' });
  const time = resetAt.toISOString();
  return graphqlFault(
    'COST_LIMIT_EXCEEDED',
    `The event costs ${requested} points; ${remaining} of the hour’s ${limit} are left. The subscription pauses until ${time}.`,
    { resetAt: time },
  );
}

export function overHour(
  requested: number,
  { limit, remaining, resetAt }: BucketState,
  now: Date,
): GraphQLError {
  quotaRefusals.inc({ limit: 'GRAPHQL_PER_HOUR' });
  const retryAfterS = Math.max(Math.ceil((resetAt.getTime() - now.getTime()) / 1000), 1);
  const message = `The request costs ${requested} points; ${remaining} of the hour’s ${limit} are left.`;
  return graphqlFault('COST_LIMIT_EXCEEDED', message, {
    http: { status: 429, headers: { 'retry-after': String(retryAfterS) } },
  });
}
