import type { FastifyRequest } from 'fastify';
import type { Plugin } from 'graphql-yoga';
import type { DomainContext } from '../../domain/context.ts';
import type { Call } from '../../resources/define/expression.ts';
import { type Prepared, rowsRead } from '../../resources/read/read.ts';
import type { CallContext } from '../server/streams/sessions.ts';

/** `extensions.plan` shows how a request was executed, for ADMINs who send `X-Explain: true`. */
interface ShownPlan {
  readonly compiled: true;
  readonly sql: string;
  /** The statements that read delivery and pacing, if any field shows them. */
  readonly deliverySql?: string | undefined;
  /** In milliseconds, including the wait for a connection. */
  readonly ms: number;
  /** The number of rows that the statement reads. */
  readonly rows: number;
}

export function isExplained({ headers }: Pick<FastifyRequest, 'headers'>, { actor }: DomainContext): boolean {
  return actor.role === 'ADMIN' && headers['x-explain']?.toString().toLowerCase() === 'true';
}

export async function planOf(options: {
  ctx: DomainContext;
  statement: Prepared;
  values: Omit<Call, 'ctx'>;
  ms: number;
  deliverySql: ReadonlySet<string>;
}): Promise<ShownPlan> {
  const { ctx, statement, values, ms, deliverySql } = options;
  return {
    compiled: true,
    sql: statement.text,
    deliverySql: [...deliverySql].join(';\n') || undefined,
    ms: Math.round(ms * 10) / 10,
    rows: await rowsRead({ ctx, statement, values }),
  };
}

/** Adds the reason why the executor ran the request. */
export function usePlan(): Plugin<CallContext> {
  return {
    onExecute({ args: { contextValue } }) {
      const { plan } = contextValue;
      if (!plan) return undefined;
      return {
        onExecuteDone: ({ result, setResult }) => {
          if (Symbol.asyncIterator in result) return;
          setResult({ ...result, extensions: { ...result.extensions, plan } });
        },
      };
    },
  };
}
