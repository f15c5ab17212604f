import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getOperationAST,
  isUnionType,
  Kind,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { CallNotes } from '../../http/requests/call-notes.ts';
import { diagnoseErrors, diagnoseRefusedMutation } from './diagnose.ts';
import type { CallContext } from './streams/sessions.ts';

/** Records for the access log which operation ran; without `operationName` it is the only one. */
export function noteOperation(
  notes: CallNotes,
  { document, operationName }: { document: DocumentNode; operationName?: string | null | undefined },
): void {
  notes.name(operationName ?? getOperationAST(document)?.name?.value);
}

/** Records what kind of operation a document contains. */
export function noteKind(
  notes: CallNotes,
  document: DocumentNode | undefined,
  { operationName }: { operationName?: unknown },
): void {
  const name = typeof operationName === 'string' ? operationName : undefined;
  if (document) notes.kind = getOperationAST(document, name)?.operation;
}

/** Records the codes of a result's errors. */
export function noteErrors(notes: CallNotes, { errors }: Pick<ExecutionResult, 'errors'>): void {
  for (const { extensions } of errors ?? []) notes.addError(extensions?.code ?? 'GRAPHQL_PARSE_FAILED');
}

/** Records why a request over HTTP was refused, before or while it ran. */
export function useCallNotes(): Plugin<CallContext, { readonly call?: CallContext }> {
  return {
    onParams({ params, context }) {
      context.call?.notes.name(params.operationName);
    },
    onResultProcess({ result, serverContext }) {
      const { call } = serverContext;
      if (!call || !('errors' in result)) return;
      noteErrors(call.notes, result);
      diagnoseErrors(call, result.errors);
    },
  };
}

/** Mutations return expected errors as data. Records them for the access log and for the client's administrators, too. */
export function withNotedRefusals(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isUnionType(type) || !type.resolveType) continue;
    const { resolveType } = type;
    type.resolveType = async (value, ctx: Partial<CallContext>, info, union) => {
      const name = await resolveType(value, ctx, info, union);
      if (name?.endsWith('Error')) {
        ctx.notes?.addError(codeOf(name));
        // A dry run asks whether it would be refused: it is no mistake.
        if (!isDryRun(info)) diagnoseRefusedMutation(ctx, info.fieldName, value);
      }
      return name;
    };
  }
  return schema;
}

function isDryRun({ fieldNodes, variableValues }: GraphQLResolveInfo): boolean {
  const value = fieldNodes[0]?.arguments?.find(({ name }) => name.value === 'validateOnly')?.value;
  if (value?.kind === Kind.VARIABLE) return variableValues[value.name.value] === true;
  return value?.kind === Kind.BOOLEAN && value.value;
}

/** Returns `RATE_LIMITED` for `RateLimitedError`. */
const codeOf = (type: string): string =>
  type
    .replace(/Error$/, '')
    .replace(/\B[A-Z]/g, '_$&')
    .toUpperCase();
