import type { DomainContext } from '../../domain/context.ts';
import type { Ranking } from '../../domain/delivery/rank.ts';
import type { Feature } from '../../domain/resource/definition.ts';
import type { PageValues } from '../../domain/resource/expression.ts';
import type { Plan } from '../../domain/resource/plan.ts';
import type { Beside } from './beside.ts';
import type { OpenField } from './deferred-field.ts';
import type { Variables } from './walk.ts';

/** A read as one statement, with what reads the values of each call. */
export interface ReadPlan {
  readonly plan: Plan;
  readonly argumentsOf: (variables: Variables) => unknown[];
  readonly pagesOf: (ctx: DomainContext, variables: Variables) => AskedPage[];
  readonly deferredOf: (variables: Variables) => OpenField[];
  /** What it reads that an operator can switch off; the executor refuses that. */
  readonly features: ReadonlySet<Feature>;
  readonly beside: Beside | undefined;
}

/** A page whose rows are found beforehand, by what they delivered, or by the statement itself. */
export type AskedPage = PageValues & { readonly ranking?: Ranking };
