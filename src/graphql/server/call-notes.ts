import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  isUnionType,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { CallNotes } from '../../http/call-notes.ts';
import type { CallContext } from './streams/sessions.ts';

/** Tells the access log which operation ran, whether it has a name of its own or is the only one. */
export function noteOperation(
  notes: CallNotes,
  { document, operationName }: { document: DocumentNode; operationName?: string | null | undefined },
): void {
  notes.name(operationName ?? getOperationAST(document)?.name?.value);
}

/** Notes what kind of operation a document asks for. */
export function noteKind(
  notes: CallNotes,
  document: DocumentNode | undefined,
  { operationName }: { operationName?: unknown },
): void {
  const name = typeof operationName === 'string' ? operationName : undefined;
  if (document) notes.kind = getOperationAST(document, name)?.operation;
}

/** Notes the codes of an answer's errors. */
export function noteErrors(notes: CallNotes, { errors }: Pick<ExecutionResult, 'errors'>): void {
  for (const { extensions } of errors ?? []) notes.addError(extensions?.code ?? 'GRAPHQL_PARSE_FAILED');
}

/** Notes what an answer over HTTP was refused for, before or while it ran. */
export function useCallNotes(): Plugin<CallContext, { readonly call?: CallContext }> {
  return {
    onParams({ params, context }) {
      context.call?.notes.name(params.operationName);
    },
    onResultProcess({ result, serverContext }) {
      const notes = serverContext.call?.notes;
      if (notes && 'errors' in result) noteErrors(notes, result);
    },
  };
}

/** A mutation answers the errors of its union as data; the access log has their codes too. */
export function withNotedRefusals(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isUnionType(type) || !type.resolveType) continue;
    const { resolveType } = type;
    type.resolveType = async (value, ctx: Partial<CallContext>, info, union) => {
      const name = await resolveType(value, ctx, info, union);
      if (name?.endsWith('Error')) ctx.notes?.addError(codeOf(name));
      return name;
    };
  }
  return schema;
}

/** `RateLimitedError` has the code `RATE_LIMITED`. */
const codeOf = (type: string): string =>
  type
    .replace(/Error$/, '')
    .replace(/\B[A-Z]/g, '_$&')
    .toUpperCase();
