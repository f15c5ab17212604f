import { type DocumentNode, GraphQLError, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GraphqlErrorCode } from '../../../http/error-catalogue.ts';
import { cacheKey } from '../../../platform/text/cache-key.ts';
import { measured } from '../cpu.ts';
import { bytesOf, parseWithinLimits } from '../limits.ts';
import { shortened, withoutStack } from '../short-messages.ts';
import { validationErrors } from './validation.ts';

/** A document that was parsed within the limits and validated, once for all requests that send it. */
export interface CheckedDocument {
  /** Undefined if it cannot be parsed or exceeds the limits. */
  readonly document: DocumentNode | undefined;
  readonly errors: readonly GraphQLError[];
  readonly bytes: number;
  /** The CPU time in milliseconds that reading it took, until a request is charged for it. */
  unpaidMs: number;
}

const CODE = 'GRAPHQL_PARSE_FAILED' satisfies GraphqlErrorCode;
const MAX_DOCUMENTS = 1_000;
const MAX_BYTES = 24 * 2 ** 20;
/** The size of an entry without its document. */
const ENTRY_BYTES = 1_000;

const forgetters: ((document: DocumentNode) => void)[] = [];
const known = new LRUCache<string, CheckedDocument>({
  max: MAX_DOCUMENTS,
  maxSize: MAX_BYTES,
  sizeCalculation: ({ bytes }, key) => bytes + ENTRY_BYTES + 2 * key.length,
  dispose: ({ document }) => {
    latest = undefined;
    if (document) for (const forget of forgetters) forget(document);
  },
});
/** The document requested last: a request needs its document several times, and finding it by its text takes 1 µs. */
let latest: (Pick<DocumentRequest, 'source' | 'isSchemaHidden'> & { checked: CheckedDocument }) | undefined;
const byDocument = new WeakMap<DocumentNode, CheckedDocument>();

/** Runs `forget` for each document that is no longer cached. */
export function whenForgotten(forget: (document: DocumentNode) => void): void {
  forgetters.push(forget);
}

interface DocumentRequest {
  readonly schema: GraphQLSchema;
  readonly source: string;
  readonly isSchemaHidden: boolean;
}

/** Returns a document that was read before and is still cached. */
export function cachedDocument({
  source,
  isSchemaHidden,
}: Omit<DocumentRequest, 'schema'>): CheckedDocument | undefined {
  if (latest && latest.isSchemaHidden === isSchemaHidden && latest.source === source) return latest.checked;
  const checked = known.get(keyOf({ source, isSchemaHidden }));
  if (checked) latest = { source, isSchemaHidden, checked };
  return checked;
}

/** Parses and validates a document. No other code does that with documents from callers. */
export function checkDocument(requested: DocumentRequest): CheckedDocument {
  const cached = cachedDocument(requested);
  if (cached) return cached;
  const { source, isSchemaHidden } = requested;
  const { result, ms } = measured(() => check(requested));
  const checked = { ...result, unpaidMs: ms };
  known.set(keyOf(requested), checked);
  if (checked.document) byDocument.set(checked.document, checked);
  latest = { source, isSchemaHidden, checked };
  return checked;
}

/** Returns the validation errors of a document that was read. */
export const errorsOf = (document: DocumentNode): readonly GraphQLError[] =>
  byDocument.get(document)?.errors ?? [];

/** Returns the memory that a document takes which was read. */
export const documentBytes = (document: DocumentNode): number => byDocument.get(document)?.bytes ?? 0;

/** Documents that are cached, and the bytes that they take. */
export const documentCache = () => ({ entries: known.size, bytes: known.calculatedSize });

function keyOf({ source, isSchemaHidden }: Omit<DocumentRequest, 'schema'>): string {
  return `${isSchemaHidden ? 'hidden' : 'open'} ${cacheKey(source)}`;
}

function check({ schema, source, isSchemaHidden }: DocumentRequest): Omit<CheckedDocument, 'unpaidMs'> {
  try {
    const document = parseWithinLimits(source);
    const errors = validationErrors(schema, document, { isSchemaHidden });
    return { document, errors, bytes: bytesOf(document, source) };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { document: undefined, errors: [short(error)], bytes: 2 * source.length };
  }
}

function short({ message, source, positions, extensions }: GraphQLError): GraphQLError {
  return withoutStack(
    new GraphQLError(shortened(message), {
      source: source ?? null,
      positions: positions ?? null,
      extensions: { code: CODE, ...extensions },
    }),
  );
}
