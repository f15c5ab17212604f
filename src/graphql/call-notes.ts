import { type DocumentNode, type ExecutionResult, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isDomainError } from '../domain/errors.ts';
import type { CallNotes } from '../http/call-notes.ts';
import type { CallContext } from './sessions.ts';

/** Tells the access log which operation ran, whether it has a name of its own or is the only one. */
export function noteOperation(
  notes: CallNotes,
  { document, operationName }: { document: DocumentNode; operationName?: string | null | undefined },
): void {
  notes.name(operationName ?? getOperationAST(document)?.name?.value);
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
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field;
    if (!resolve) continue;
    field.resolve = async (root, args, ctx: Partial<CallContext>, info) => {
      const result: unknown = await resolve(root, args, ctx, info);
      for (const item of Array.isArray(result) ? result : [result]) noteRefusal(item, ctx.notes);
      return result;
    };
  }
  return schema;
}

function noteRefusal(result: unknown, notes: CallNotes | undefined): void {
  if (!notes) return;
  if (result instanceof Promise)
    result.then(
      (settled) => noteRefusal(settled, notes),
      () => undefined,
    );
  else if (isDomainError(result)) notes.addError(result.code);
}
