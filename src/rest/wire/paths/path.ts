import type { DomainContext } from '../../../domain/context.ts';
import { type Parameter, query } from '../../openapi/operation.ts';
import { EMPTY_LIST, type Shape } from './shapes.ts';

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
  /** The name of the operation in generated clients. */
  readonly id: string;
  readonly body?: Shape;
  /** What it returns, without the envelope. */
  readonly response: Shape;
  readonly query?: readonly Parameter[];
  /** Whether it takes the common list parameters. */
  readonly isPaged?: true;
  /** What it returns, for the documentation. */
  readonly answers: string;
  readonly handler: (call: PathCall) => Promise<unknown> | unknown;
}

/** A path for which the platform has no data. */
export const emptyListPath = (path: string, id: string, more = ''): ObservedPath => ({
  method: 'GET',
  path,
  id,
  response: EMPTY_LIST,
  answers: `An empty list. The platform has no such data. ${more}`.trimEnd(),
  handler: () => [],
});

export const LIST_DESCRIPTION =
  'of the advertiser `accountId`, or of the seat without it, by the common list parameters';

/** The parameters of a list of an advertiser or of the seat. */
export const ADVERTISER_LIST = {
  query: [query('accountId', 'The ID of the advertiser.', { type: 'integer' })],
  isPaged: true,
} as const;
