import type { DomainContext } from '../../../domain/context.ts';

export interface PathCall {
  readonly ctx: DomainContext;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An undocumented path. Only clients of the observed profile can use it. */
export interface ObservedPath {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The path below /traffic. */
  readonly path: string;
  /** What it returns, for the documentation. */
  readonly answers: string;
  readonly handler: (call: PathCall) => Promise<unknown> | unknown;
}

/** A path for which the platform has no data. */
export const empty = (path: string, more = ''): ObservedPath => ({
  method: 'GET',
  path,
  answers: `An empty list. The platform has no such data. ${more}`.trimEnd(),
  handler: () => [],
});

export const LISTED =
  'of the advertiser `accountId`, or of the seat without it, by the common list parameters';
