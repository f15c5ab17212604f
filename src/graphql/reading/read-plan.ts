import type { DomainContext } from '../../domain/context.ts';
import type { Ranking } from '../../domain/reporting/delivery/rank.ts';
import type { Resource } from '../../resources/define/definition.ts';
import type { PageValues } from '../../resources/define/expression.ts';
import type { Plan } from '../../resources/read/plan.ts';
import type { OpenField } from './deferred-field.ts';
import type { Variables } from './walk.ts';

/** A read as one statement, with what reads the values of each call. */
export interface ReadPlan {
  readonly plan: Plan;
  readonly argumentsOf: (variables: Variables, ids?: RequestedIds) => unknown[];
  readonly pagesOf: (ctx: DomainContext, variables: Variables) => PageRequest[];
  readonly deferredOf: (variables: Variables) => OpenField[];
  /** What it reads that not every caller may read. */
  readonly restricted: ReadonlySet<Resource>;
}

/** The rows that code asks for, by the names of their types and their IDs. */
export interface RequestedIds {
  readonly types: readonly string[];
  readonly ids: readonly number[];
}
export const NO_IDS: RequestedIds = { types: [], ids: [] };

/** A page whose rows are found beforehand, by what they delivered, or by the statement itself. */
export type PageRequest = PageValues & {
  readonly ranking?: Ranking;
  /** Of rows that are ranked for each owner: the column that refers to it. */
  readonly owner?: string | undefined;
  /** The rows of all pages are to be counted, too. */
  readonly isCounted?: boolean;
};
