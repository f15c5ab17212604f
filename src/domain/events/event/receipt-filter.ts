import { isKeyOf } from '../../../platform/text/typed.ts';
import {
  COMPARISON_SQL,
  type CombinableFilter,
  type Condition,
  conditionsSql,
  filterConditions,
} from '../../../resources/filter/conditions.ts';

/** The filter of a list of receipts: conditions that must all match, and nested filters. */
export interface ReceiptFilter<Outcome> extends CombinableFilter<ReceiptFilter<Outcome>> {
  readonly outcome?: Outcome | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly eventId?: string | null | undefined;
  /** Of conversions. */
  readonly pixelId?: number | null | undefined;
  readonly since?: Date | null | undefined;
  readonly until?: Date | null | undefined;
}

const TESTS = [
  ['outcome', 'outcome', 'eq'],
  ['idempotencyKey', 'idempotency_key', 'eq'],
  ['eventId', 'event_id', 'eq'],
  ['pixelId', 'pixel_id', 'eq'],
  ['since', 'received_at', 'gte'],
  ['until', 'received_at', 'lt'],
] as const;

const fieldConditions = (filter: ReceiptFilter<string>): Condition[] =>
  TESTS.flatMap(([name, column, operator]) => {
    const value = filter[name];
    return value == null ? [] : [{ column, operator, value, nullable: true }];
  });

/** Returns the SQL operator. These filters support no others. */
function sqlOperator(operator: string): string {
  if (isKeyOf(COMPARISON_SQL, operator)) return COMPARISON_SQL[operator];
  throw new Error(`${operator} is not an operator for receipts.`);
}

/** Returns a filter as SQL to append to other conditions. Values are appended to `values`. */
export function receiptSql(filter: ReceiptFilter<string> | null | undefined, values: unknown[]): string {
  const parts = conditionsSql<string>(filterConditions(filter ?? {}, fieldConditions), {
    predicate: ({ column, operator, value }) => `${column} ${sqlOperator(operator)} $${values.push(value)}`,
    raw: (text) => text,
    join: (texts, separator) => texts.join(separator),
  });
  return parts.map((part) => ` AND ${part}`).join('');
}
