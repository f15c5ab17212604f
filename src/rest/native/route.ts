import type { FastifyReply } from 'fastify';
import type { DomainContext } from '../../domain/context.ts';

export type NativeMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The arguments of a native handler. `query` values are text, or lists of text for repeated names. */
export interface NativeCall {
  readonly ctx: DomainContext;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly header: (name: string) => string | undefined;
  readonly reply: FastifyReply;
}

/**
 * Registers one operation. The handler returns the whole body. `feature` is the name by which operators can disable it.
 */
export type NativeRoute = (
  method: NativeMethod,
  path: string,
  feature: string | undefined,
  handler: (call: NativeCall) => Promise<unknown>,
) => void;
