import { PothosValidationError } from '@pothos/core';
import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import type { System } from '../../domain/context.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { AnyErrorCode } from '../../http/error-catalogue.ts';
import { HttpFault, headersOf, type Refusal, toRefusal } from '../../http/faults.ts';
import { causeOf } from '../../platform/log/cause.ts';
import { logOutage } from '../../platform/log/outage-log.ts';
import { shortened } from './short-messages.ts';

/** Errors outside the unions: domain errors keep their code, everything unknown is logged and masked. */
export function maskError(system: System, error: unknown): Error {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (original instanceof GraphQLError && original.extensions.code !== undefined)
    return error instanceof GraphQLError ? error : original;
  if (error instanceof GraphQLError && isBadInput(error)) {
    const message = system.config.introspection === 'off' ? withoutHint(error.message) : error.message;
    return coded(error, shortened(message), { ...error.extensions, code: 'BAD_USER_INPUT' });
  }
  const refusal: Refusal = original instanceof GraphQLError ? new HttpFault('INTERNAL') : toRefusal(original);
  if (refusal.code === 'SERVICE_UNAVAILABLE' && !isDomainError(original))
    logOutage(system.log, { cause: causeOf(original), err: original });
  if (refusal.code === 'INTERNAL') system.log.error({ err: original }, 'resolver failed');
  // The rest of the answer stands, so that the status does (see `useOutages`): the header says when to ask again.
  const http = 'retryAfterS' in refusal ? { http: { headers: { ...headersOf(refusal) } } } : {};
  return coded(error, refusal.message, { code: refusal.code, ...http });
}

/**
 * A variable or argument that GraphQL itself refuses, before anything runs or at a place of the document, or
 * a cursor that Pothos cannot read. A result that does not fit its type is not among them: that is our own failure.
 */
function isBadInput(error: GraphQLError): boolean {
  const { originalError } = error;
  if (originalError !== undefined && !(originalError instanceof GraphQLError)) return false;
  if (originalError instanceof PothosValidationError) return true;
  return error.path === undefined || originalError?.nodes !== undefined;
}

const NOWHERE: Partial<Pick<GraphQLError, 'nodes' | 'source' | 'positions' | 'path'>> = {};

function coded(
  error: unknown,
  message: string,
  extensions: GraphQLErrorExtensions & { code: AnyErrorCode },
): GraphQLError {
  const { nodes, source, positions, path } = error instanceof GraphQLError ? error : NOWHERE;
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions,
  });
}

/** Without the names that GraphQL guesses from the schema, for callers who may not read it. */
export function withoutHint(message: string): string {
  return message.replace(/ Did you mean .*$/s, '');
}
