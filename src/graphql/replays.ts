import type { FastifyRequest } from 'fastify';
import { GraphQLError, getOperationAST, Kind, type OperationDefinitionNode } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { documentOf } from './documents.ts';

/** Errors that say "not now" or "not you": the same call may be answered otherwise later. */
const PASSING = new Set(['INTERNAL', 'UNAVAILABLE', 'CONFLICT', 'RATE_LIMITED', 'UNAUTHENTICATED']);

/** The mutation that a request runs: only these are answered from a stored answer. */
export function mutationOf(
  request: FastifyRequest,
  admit: (params: GraphQLParams) => string,
): OperationDefinitionNode | undefined {
  const params = (request.body ?? {}) as GraphQLParams;
  if (request.method !== 'POST' || isCostOnly(request)) return undefined;
  try {
    const query: unknown = admit(params);
    if (typeof query !== 'string') return undefined;
    const name = typeof params.operationName === 'string' ? params.operationName : null;
    const operation = getOperationAST(documentOf(query), name);
    return operation?.operation === 'mutation' ? operation : undefined;
  } catch (error) {
    // What does not parse, or is not admitted, is no write.
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

/** Whether the caller asks what a request would cost, without running it. */
export function isCostOnly({ headers }: FastifyRequest): boolean {
  return headers['x-cost-only']?.toString().toLowerCase() === 'true';
}

/**
 * Whether an answer says that nothing was written and that a retry may succeed. A mutation's fields run one
 * after the other: once one was done, the answer stands for good, since running it again would write twice.
 */
export function isPassing(text: string, mutation: OperationDefinitionNode | undefined): boolean {
  const { errors = [] } = JSON.parse(text) as Answer;
  const first = mutation?.selectionSet.selections[0];
  const name = first?.kind === Kind.FIELD ? (first.alias ?? first.name).value : undefined;
  // Below a root field it is an error of reading what was written.
  const isBeforeAnyWrite = ({ path = [] }: Failure) =>
    path.length === 0 || (path.length === 1 && path[0] === name);
  return (
    errors.every(isBeforeAnyWrite) && errors.some(({ extensions }) => PASSING.has(extensions?.code ?? ''))
  );
}

interface Failure {
  readonly path?: readonly unknown[];
  readonly extensions?: { readonly code?: string };
}

interface Answer {
  readonly errors?: readonly Failure[];
}
