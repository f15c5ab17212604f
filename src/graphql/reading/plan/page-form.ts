import type { Condition, Conditions } from '../../../resources/filter/conditions.ts';
import type { Order } from '../../../resources/filter/keyset.ts';
import type { PageRequest } from '../read-plan.ts';

/** What the statement of a page depends on. */
export type PageParts = PageRequest & {
  readonly order: Order;
  readonly limit: number;
  readonly backward: boolean;
  readonly conditions: Conditions;
};

/**
 * A call that needs another statement than the one that was planned for variables of the same shape: an empty text
 * filters nothing, and the type in an ID can determine which tables are read.
 */
export class PlanMismatchError extends Error {
  /** Distinguishes the plan that the call needs from others of the same shape. */
  readonly forms: string;

  constructor(forms: string) {
    super('The statement is of another form.');
    this.forms = forms;
  }
}

/** Returns the forms of the pages of a call. Calls with the same forms use the same statement with other values. */
export const formsOf = (pages: readonly PageParts[]): string => pages.map(pageForm).join('; ');

function pageForm({ order, limit, backward, conditions, position, ranking }: PageParts): string {
  const isByValue = ranking !== undefined && ranking.by !== 'column';
  const by = isByValue ? 'value' : order.column;
  return `${by} ${order.direction} ${limit} ${backward} ${position !== undefined} ${formOf(conditions)}`;
}

const formOf = (conditions: Conditions): string =>
  conditions.length === 0 ? '' : conditions.map(formOfOne).join(' ');

function formOfOne(condition: Condition): string {
  if ('any' in condition) return `(${condition.any.map(formOf).join('|')})`;
  if ('none' in condition) return `!(${formOf(condition.none)})`;
  const { column, operator, idsOf } = condition;
  return idsOf ? `${column} ${operator} ${idsOf.model}.${idsOf.column}` : `${column} ${operator}`;
}

/** Makes an attempt with the plan of a shape, or else with the plan of the shape and the forms of the call. */
export function withMatchingPlan<Result>(shape: string, attempt: (key: string) => Result): Result {
  try {
    return attempt(shape);
  } catch (error) {
    if (!(error instanceof PlanMismatchError)) throw error;
    return attempt(`${shape} ${error.forms}`);
  }
}
