import type { FastifyReply } from 'fastify';
import type { DomainContext } from '../../domain/context.ts';

export type NativeMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a native handler is given; `query` values are text, or lists of text where a name is repeated. */
export interface NativeCall {
  readonly ctx: DomainContext;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly header: (name: string) => string | undefined;
  readonly reply: FastifyReply;
}

/** Registers one operation; the handler answers the whole body. `feature` is what can be switched off. */
export type NativeRoute = (
  method: NativeMethod,
  path: string,
  feature: string | undefined,
  handler: (call: NativeCall) => Promise<unknown>,
) => void;
