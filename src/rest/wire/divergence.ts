import type { DomainContext } from '../../domain/context.ts';
import type { IgnoredIds } from '../../domain/reporting/report/payload/ignored-ids.ts';
import type { Refusal } from '../../http/faults.ts';

/** A call of a client of the observed profile. */
export interface ObservedCall {
  readonly ctx: DomainContext;
  /** The path parameters by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  /**
   * Records that the path `documented` of the translated body was sent as `observed`, so that errors name the path that
   * was sent. Values that cannot be translated are left for the domain to refuse, so that all problems are reported at
   * once; `reason` replaces the domain's message.
   */
  readonly sentAs: (documented: string, observed: string, reason?: string) => void;
  /** Records the IDs that a report is made without, because they have no data. */
  readonly ignoreIds: (ids: IgnoredIds) => void;
  /** The IDs that the report of the response was made without. */
  readonly ignoredIds: IgnoredIds | undefined;
  /** Refuses a field, by the path at which it was sent, with the problems that the domain finds. */
  readonly refuse: (path: string, reason: string) => void;
}

/** A route without the reporting prefix, such as `PUT /traffic/lines/:id`. */
type Route = `${'GET' | 'POST' | 'PUT'} /${string}`;

/** One difference between the observed profile and the documented one, with the code that implements it. */
export interface Divergence {
  readonly name: string;
  /** What is accepted or returned, and its effect. */
  readonly differs: string;
  /** Which kind of client needs it. */
  readonly sentBy: string;
  readonly example: { readonly documented: string; readonly observed: string };
  /** Runs before the route: converts the body to the documented format. */
  readonly requests?: Readonly<Partial<Record<Route, (call: ObservedCall) => unknown>>>;
  /** Runs after the route: converts the documented response, without its envelope, to what the client expects. */
  readonly answers?: Readonly<Partial<Record<Route, (answer: unknown, call: ObservedCall) => unknown>>>;
  /** Converts the documented body of an error to what the client expects, per interface. */
  readonly refusals?: Readonly<Partial<Record<WireInterface, (body: Body, refusal: Refusal) => Body>>>;
}

export type WireInterface = 'traffic' | 'reporting';
export type Body = Readonly<Record<string, unknown>>;

/** The responses with a resource: its list, a single one, and one that was created or updated. */
export const answersOf = (
  path: `/${string}`,
  toObserved: (one: unknown, call: ObservedCall) => unknown,
): Required<Divergence>['answers'] => ({
  [`GET ${path}`]: (list: unknown, call: ObservedCall) =>
    Array.isArray(list) ? list.map((one) => toObserved(one, call)) : list,
  [`GET ${path}/:id`]: toObserved,
  [`POST ${path}`]: toObserved,
  [`PUT ${path}/:id`]: toObserved,
});
