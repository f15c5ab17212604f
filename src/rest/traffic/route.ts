import type { DomainContext } from '../../domain/context.ts';

/** The arguments of a traffic handler. `params` are path segments, `query` values are text. */
interface TrafficCall {
  readonly ctx: DomainContext;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Registers one operation. The handler's result becomes `response`. */
export type TrafficRoute = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  handler: (call: TrafficCall) => Promise<unknown> | unknown,
  /** If set, clients of other wire profiles get a 404. */
  wire?: 'observed',
) => void;
