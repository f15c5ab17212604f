import { type Condition, SIGNS, sqlOf } from '../conditions.ts';

/** What lists of receipts are filtered by: conditions that must all match, and filters within. */
export interface ReceiptFilter<Outcome> {
  readonly outcome?: Outcome | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly eventId?: string | null | undefined;
  readonly since?: Date | null | undefined;
  readonly until?: Date | null | undefined;
  readonly and?: readonly ReceiptFilter<Outcome>[] | null | undefined;
  readonly or?: readonly ReceiptFilter<Outcome>[] | null | undefined;
  readonly not?: ReceiptFilter<Outcome> | null | undefined;
}

const TESTS = [
  ['outcome', 'outcome', 'eq'],
  ['idempotencyKey', 'idempotency_key', 'eq'],
  ['eventId', 'event_id', 'eq'],
  ['since', 'received_at', 'gte'],
  ['until', 'received_at', 'lt'],
] as const;

function conditionsOf(filter: ReceiptFilter<string>): Condition[] {
  const tests = TESTS.flatMap(([name, column, operator]): Condition[] => {
    const value = filter[name];
    return value == null ? [] : [{ column, operator, value, nullable: true }];
  });
  return [
    ...tests,
    ...(filter.and ?? []).flatMap(conditionsOf),
    ...(filter.or ? [{ any: filter.or.map(conditionsOf) }] : []),
    ...(filter.not ? [{ none: conditionsOf(filter.not) }] : []),
  ];
}

/** A filter as SQL to stand behind others; what it compares with is appended to `values`. */
export function receiptSql(filter: ReceiptFilter<string> | null | undefined, values: unknown[]): string {
  const parts = sqlOf<string>(conditionsOf(filter ?? {}), {
    test: ({ column, operator, value }) =>
      `${column} ${SIGNS[operator as keyof typeof SIGNS]} $${values.push(value)}`,
    raw: (text) => text,
    join: (texts, separator) => texts.join(separator),
  });
  return parts.map((part) => ` AND ${part}`).join('');
}
