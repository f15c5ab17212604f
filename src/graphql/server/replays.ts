import type { FastifyRequest } from 'fastify';
import { GraphQLError, getOperationAST } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { System } from '../../domain/context.ts';
import { schema } from '../schema.ts';
import { checkDocument } from './documents/documents.ts';
import { isSchemaHidden } from './documents/introspection.ts';
import { paramsIn } from './documents/parameters.ts';

/** Returns whether a request runs a mutation: only mutations are answered from stored responses. */
export function isMutation({
  system,
  request,
  resolveDocument,
}: {
  system: System;
  request: Pick<FastifyRequest, 'method' | 'headers' | 'body'>;
  resolveDocument: (params: GraphQLParams) => string;
}): boolean {
  const params = paramsIn(request.body);
  if (request.method !== 'POST' || isCostOnly(request)) return false;
  try {
    const query: unknown = resolveDocument(params);
    if (typeof query !== 'string') return false;
    const name = typeof params.operationName === 'string' ? params.operationName : null;
    const { document } = checkDocument({ schema, source: query, isSchemaHidden: isSchemaHidden(system) });
    return document !== undefined && getOperationAST(document, name)?.operation === 'mutation';
  } catch (error) {
    // A document that is not allowed runs no mutation.
    if (error instanceof GraphQLError) return false;
    throw error;
  }
}

/** Returns whether the caller requests the cost without running the request. */
export function isCostOnly({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['x-cost-only']?.toString().toLowerCase() === 'true';
}
