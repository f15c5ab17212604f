import type { DomainContext } from '../../domain/context.ts';
import type { Ranking } from '../../domain/reporting/delivery/rank.ts';
import type { PageValues } from '../../resources/define/expression.ts';
import type { Resource } from '../../resources/define/resource.ts';
import type { Plan } from '../../resources/read/plan.ts';
import type { OpenField } from './deferred-field.ts';
import type { Variables } from './walk.ts';

/** A read by one statement, with functions that read the values of each call. */
export interface ReadPlan {
  readonly plan: Plan;
  readonly argumentsOf: (variables: Variables, ids?: RequestedIds) => unknown[];
  readonly pagesOf: (ctx: DomainContext, variables: Variables) => PageRequest[];
  readonly deferredOf: (variables: Variables) => OpenField[];
  /** The resources that not every caller can read. */
  readonly restricted: ReadonlySet<Resource>;
}

/** The rows that code requests, by type name and ID. */
export interface RequestedIds {
  readonly types: readonly string[];
  readonly ids: readonly number[];
}
export const NO_IDS: RequestedIds = { types: [], ids: [] };

/** A page whose rows are found by a ranking beforehand, or by the statement itself. */
export type PageRequest = PageValues & {
  readonly ranking?: Ranking;
  /** For rows that are ranked per owner: the column that refers to the owner. */
  readonly owner?: string | undefined;
  /** Whether the rows of all pages are counted, too. */
  readonly isCounted?: boolean;
};
