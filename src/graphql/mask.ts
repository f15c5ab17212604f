import { GraphQLError } from 'graphql';
import type { System } from '../domain/context.ts';
import { toRefusal } from '../http/faults.ts';

/** Errors outside the unions: domain errors keep their code, everything unknown is logged and masked. */
export function maskError(system: System, error: unknown): Error {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (original instanceof GraphQLError) return error as GraphQLError;
  const refusal = toRefusal(original);
  if (refusal.code === 'INTERNAL') system.log.error({ err: original }, 'resolver failed');
  const { nodes, source, positions, path } =
    error instanceof GraphQLError ? error : ({} as Partial<GraphQLError>);
  return new GraphQLError(refusal.message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions: { code: refusal.code },
  });
}
