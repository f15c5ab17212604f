import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';

/** Written by `npm run codegen`: SHA-256 of each document's text → the text. */
const REGISTRY = new URL('../../trusted-documents.json', import.meta.url);

export type Documents = ReadonlyMap<string, string>;

/** The registered documents; none when the file is missing, so that nothing runs rather than anything. */
export function readTrustedDocuments(file: URL = REGISTRY): Documents {
  try {
    const registry = JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as Record<string, string>;
    return new Map(Object.entries(registry));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return new Map();
  }
}

/**
 * The registered text that a request names, by `documentId` or Apollo's `extensions.persistedQuery`; its
 * full text counts too when it is registered. Throws GraphQLError for any other.
 */
export function trustedQuery(params: GraphQLParams, documents: Documents): string {
  const { documentId, query, extensions } = params as GraphQLParams & { documentId?: unknown };
  const persisted = (extensions?.persistedQuery ?? {}) as { sha256Hash?: unknown };
  const id = documentId ?? persisted.sha256Hash;
  if (typeof id === 'string') {
    const text = documents.get(id.replace(/^sha256:/, ''));
    if (text !== undefined) return text;
  } else if (typeof query === 'string' && [...documents.values()].includes(query)) return query;
  throw new GraphQLError('Only registered documents are served; this one is not.', {
    extensions: { code: 'DOCUMENT_NOT_TRUSTED', http: { status: 400 } },
  });
}
