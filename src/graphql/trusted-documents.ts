import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { GraphQLParams } from 'graphql-yoga';
import { graphqlFault } from './fault.ts';

/** Written by `npm run codegen` from the documents of the client package: SHA-256 of a text → the text. */
const REGISTRY = new URL('../../trusted-documents.json', import.meta.url);

type Documents = ReadonlyMap<string, string>;

/** The registered documents. Throws when there is no registry: a service that runs nothing should not start. */
export function readTrustedDocuments(): Documents {
  const registry = JSON.parse(readFileSync(REGISTRY, 'utf8')) as Record<string, string>;
  return new Map(Object.entries(registry));
}

/**
 * The registered text that a request names, by `documentId` or Apollo's `extensions.persistedQuery`; its
 * full text counts too when it is registered. Throws GraphQLError for any other.
 */
export function trustedQuery(params: GraphQLParams, documents: Documents): string {
  const text = documents.get(idOf(params) ?? '');
  if (text !== undefined) return text;
  const message = 'Only registered documents are served, and this document is not registered.';
  throw graphqlFault('DOCUMENT_NOT_TRUSTED', message, { http: { status: 400 } });
}

function idOf({ query, ...params }: GraphQLParams): string | undefined {
  const { documentId, extensions } = params as { documentId?: unknown; extensions?: Extensions | null };
  const id = documentId ?? extensions?.persistedQuery?.sha256Hash;
  if (typeof id === 'string') return id.replace(/^sha256:/, '');
  return typeof query === 'string' ? createHash('sha256').update(query).digest('hex') : undefined;
}

interface Extensions {
  readonly persistedQuery?: { readonly sha256Hash?: unknown } | null;
}
