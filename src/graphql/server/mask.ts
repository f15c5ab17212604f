import { PothosValidationError } from '@pothos/core';
import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import type { System } from '../../domain/context.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { AnyErrorCode } from '../../http/error-catalogue.ts';
import { HttpFault, headersOf, type Refusal, toRefusal } from '../../http/faults.ts';
import { causeOf } from '../../platform/log/cause.ts';
import { logOutage } from '../../platform/log/outage-log.ts';
import { shortened } from './short-messages.ts';

/** Returns an error for `errors`: domain errors keep their code, unknown errors are logged and masked. */
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
  // The rest of the result is valid, so the status does not change (see `useOutages`); the header says when to retry.
  const http = 'retryAfterS' in refusal ? { http: { headers: { ...headersOf(refusal) } } } : {};
  return coded(error, refusal.message, { code: refusal.code, ...http });
}

/**
 * Returns whether GraphQL refused a variable or an argument, before execution or at a location in the document, or
 * Pothos could not parse a cursor. A result that does not match its type is not one of them: that is an internal error.
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

/** Removes the suggestions that GraphQL takes from the schema, for callers who cannot read it. */
export function withoutHint(message: string): string {
  return message.replace(/ Did you mean .*$/s, '');
}
