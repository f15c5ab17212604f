import { type GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { System } from '../../../domain/context.ts';
import { isDocumentLimit } from '../limits.ts';
import { chargedCost, chargeRefusal } from '../price/charge.ts';
import type { CallContext } from '../streams/sessions.ts';
import { type CheckedDocument, cachedDocument, checkDocument, errorsOf } from './documents.ts';
import { isSchemaHidden } from './introspection.ts';
import { queueNew, SHORT_DOCUMENT } from './long-documents.ts';

interface DocumentRequest {
  readonly schema: GraphQLSchema;
  readonly source: string;
  readonly operationName?: string | null | undefined;
  readonly method?: string;
}

/** Reads a document for a request, which is charged for the CPU time. */
export function readDocument(
  ctx: CallContext,
  { schema, source }: Pick<DocumentRequest, 'schema' | 'source'>,
) {
  return noted(ctx, source, checkDocument({ schema, source, isSchemaHidden: isSchemaHidden(ctx) }));
}

function noted(ctx: CallContext, source: string, checked: CheckedDocument): CheckedDocument {
  ctx.notes.readingMs += checked.unpaidMs;
  if (source.length > SHORT_DOCUMENT) ctx.notes.isLong = true;
  checked.unpaidMs = 0;
  return checked;
}

/** Does the same. A document that is not cached waits for its turn. */
export function readDocumentInTurn(
  ctx: CallContext,
  { schema, source }: Pick<DocumentRequest, 'schema' | 'source'>,
): CheckedDocument | Promise<CheckedDocument> {
  const cached = cachedDocument({ source, isSchemaHidden: isSchemaHidden(ctx) });
  if (cached) return noted(ctx, source, cached);
  const { seatId, actor } = ctx;
  return queueNew({ seatId, userId: actor.userId, source }, () => readDocument(ctx, { schema, source }));
}

/**
 * Charges a request whose document is refused, before the response is sent. Returns the error to send instead if the
 * caller has too few points left.
 */
export async function chargeIfInvalid(
  ctx: CallContext,
  requested: DocumentRequest,
): Promise<GraphQLError | undefined> {
  const { document, errors } = readDocument(ctx, requested);
  const operation = document && getOperationAST(document, requested.operationName);
  const isMutationByGet = requested.method === 'GET' && operation?.operation === 'mutation';
  if (errors.length === 0 && operation && !isMutationByGet) return undefined;
  return chargeRefusal(ctx);
}

/**
 * Replaces Yoga's parsing and validation by the result of reading the document earlier, so that it is read once per
 * request.
 */
export function useDocuments(
  system: System,
  schema: GraphQLSchema,
): Plugin<CallContext, { readonly call?: CallContext }> {
  const checked = (source: string) =>
    checkDocument({ schema, source, isSchemaHidden: isSchemaHidden(system) });
  return {
    async onParams({ params: { query: source, operationName }, context: { call }, request: { method } }) {
      if (typeof source !== 'string' || !call) return;
      const refused = await chargeIfInvalid(call, { schema, source, operationName, method });
      if (refused) throw refused;
      // A syntax error has status 200 for clients that accept plain JSON, as the specification requires; a document
      // beyond the limits has 400 for all.
      const [error] = checked(source).errors;
      if (isDocumentLimit(error)) throw error;
    },
    onParse({ setParseFn }) {
      setParseFn((source) => {
        const { document, errors } = checked(typeof source === 'string' ? source : source.body);
        if (!document) throw errors[0];
        return document;
      });
    },
    onValidate({ setValidationFn }) {
      setValidationFn((_schema, document) => errorsOf(document));
    },
    onResultProcess({ result, setResult, serverContext }) {
      const cost = serverContext.call && chargedCost(serverContext.call);
      if (!cost || !('errors' in result) || 'data' in result || result.extensions?.cost) return;
      setResult({ ...result, extensions: { ...result.extensions, cost } });
    },
  };
}
