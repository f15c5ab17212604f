import type { DomainContext } from '../../domain/context.ts';
import type { Refusal } from '../../http/faults.ts';

/** A call of a client of the observed profile. */
export interface ObservedCall {
  readonly ctx: DomainContext;
  /** Path segments by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  /**
   * A refusal that names the path `ours` of the translated body names `theirs`, at which it was sent, in its place. What
   * cannot be translated is left for the domain to refuse, so that all problems are named at once; `reason` says why.
   */
  readonly sentAs: (ours: string, theirs: string, reason?: string) => void;
}

/** A route without the reporting prefix, such as `PUT /traffic/lines/:id`. */
type Route = `${'GET' | 'POST' | 'PUT'} /${string}`;

/** One difference between the observed profile and the documented one, and the code that makes it. */
export interface Divergence {
  readonly name: string;
  /** What is accepted or answered, and what comes of it. */
  readonly differs: string;
  /** Which kind of client needs it. */
  readonly sentBy: string;
  readonly example: { readonly documented: string; readonly observed: string };
  /** Before the route: turns the body into what the documents say. */
  readonly requests?: Readonly<Partial<Record<Route, (call: ObservedCall) => unknown>>>;
  /** After the route: turns the documented answer, without its envelope, into what the client expects. */
  readonly answers?: Readonly<Partial<Record<Route, (answer: unknown, call: ObservedCall) => unknown>>>;
  /** Turns the documented body of a refusal into what the client expects, by interface. */
  readonly refusals?: Readonly<Partial<Record<WireInterface, (body: Body, refusal: Refusal) => Body>>>;
}

export type WireInterface = 'traffic' | 'reporting';
export type Body = Readonly<Record<string, unknown>>;

/** Answers of a resource: of its list, of one, and of one that was created or updated. */
export const answersOf = (
  path: `/${string}`,
  toTheirs: (one: unknown) => unknown,
): Required<Divergence>['answers'] => ({
  [`GET ${path}`]: (list: unknown) => (Array.isArray(list) ? list.map(toTheirs) : list),
  [`GET ${path}/:id`]: toTheirs,
  [`POST ${path}`]: toTheirs,
  [`PUT ${path}/:id`]: toTheirs,
});
