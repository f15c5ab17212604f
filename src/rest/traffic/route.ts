import type { DomainContext } from '../../domain/context.ts';

/** What a traffic handler is given; `params` are path segments, `query` values text. */
interface TrafficCall {
  readonly ctx: DomainContext;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Registers one operation; what the handler answers becomes `response`. */
export type TrafficRoute = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  handler: (call: TrafficCall) => Promise<unknown> | unknown,
  /** Clients of other wire profiles do not find it. */
  wire?: 'observed',
) => void;
