import type { GraphQLError } from 'graphql';
import type { DiagnosticKind } from '../../domain/access/diagnostics/kinds.ts';
import { namesOf, noteProblem, noteRefusedCall } from '../../domain/access/diagnostics/refused-call.ts';
import type { DomainContext } from '../../domain/context.ts';
import type { AnyDomainError } from '../../domain/errors.ts';
import type { AnyErrorCode } from '../../http/error-catalogue.ts';
import { partOf } from '../../platform/text/typed.ts';
import { EXPECTED_ERRORS } from '../expected-errors.ts';

/** Errors of a result are mostly of one kind, and a list can have one for each item. */
const MAX_ERRORS = 20;

/** The codes of errors that are the client's, with their kinds. */
const KINDS: ReadonlyMap<unknown, DiagnosticKind> = new Map<AnyErrorCode, DiagnosticKind>([
  ['NOT_FOUND', 'UNKNOWN_ID'],
  ['VALIDATION', 'INVALID_FIELDS'],
  ['BAD_USER_INPUT', 'INVALID_FIELDS'],
  ['BAD_REQUEST', 'INVALID_REQUEST'],
  ['DOCUMENT_LIMIT_EXCEEDED', 'INVALID_REQUEST'],
  ['DOCUMENT_NOT_TRUSTED', 'INVALID_REQUEST'],
  ['GRAPHQL_PARSE_FAILED', 'INVALID_REQUEST'],
  ['GRAPHQL_VALIDATION_FAILED', 'INVALID_REQUEST'],
  ['OPERATION_RESOLUTION_FAILURE', 'INVALID_REQUEST'],
  ['ANSWER_LIMIT_EXCEEDED', 'LIMIT'],
  ['COST_LIMIT_EXCEEDED', 'LIMIT'],
  ['OPERATION_LIMIT_EXCEEDED', 'LIMIT'],
  ['RATE_LIMITED', 'LIMIT'],
  ['SUBSCRIPTION_LIMIT_EXCEEDED', 'LIMIT'],
]);

/** Problems of documents whose message consists of names. Those of values repeat what the caller sent. */
const OF_NAMES =
  /^(?:Cannot query field|Unknown (?:argument|type|fragment|directive)|Field "\w+" (?:argument|of type|must)|Variable "\$\w+" (?:is not|is never|of type)|Fragment )/;
const QUOTED = /"[^"]*"/g;
const NAME = /^"[$@]?[\w.!()[\]:]{1,100}"$/;

/** Codes whose messages are fixed. */
const OF_THE_SERVICE: ReadonlySet<unknown> = new Set<AnyErrorCode>([
  'BAD_REQUEST',
  'DOCUMENT_LIMIT_EXCEEDED',
]);

interface Caller extends DomainContext {
  readonly notes: { readonly operation: string | undefined };
}

/** Records the errors of a result for the administrators of the client's seat. */
export function diagnoseErrors(ctx: Caller, errors: readonly GraphQLError[] = []): void {
  for (const error of errors.slice(0, MAX_ERRORS)) {
    const kind = KINDS.get(error.extensions.code ?? 'GRAPHQL_PARSE_FAILED');
    if (kind) noteProblem({ ...callOf(ctx, 'GraphQL'), kind, message: messageOf(kind, error) });
  }
}

/** Records a refusal that a mutation returns as data. */
export function diagnoseRefusedMutation(ctx: Partial<Caller>, mutation: string, error: unknown): void {
  if (isCaller(ctx) && isExpectedError(error))
    noteRefusedCall({ ...callOf(ctx, `mutation ${mutation}`), error });
}

/** The library passes a proxy of the error, which is an instance of no class. */
const isExpectedError = (value: unknown): value is AnyDomainError =>
  Object.hasOwn(EXPECTED_ERRORS, String(partOf(value, 'code')));

const isCaller = (ctx: Partial<Caller>): ctx is Caller => ctx.actor !== undefined && ctx.notes !== undefined;

const callOf = (ctx: Caller, route: string) => ({
  system: ctx,
  clientId: ctx.actor.clientId,
  route: ctx.notes.operation === undefined ? route : `${route} (${ctx.notes.operation})`,
});

/** Returns the problem without anything that the caller sent, but names. */
function messageOf(kind: DiagnosticKind, { message, path, extensions }: GraphQLError): string {
  if (kind === 'INVALID_FIELDS') return `${refusedValue(message, path, extensions.argument)} was refused.`;
  if (kind !== 'INVALID_REQUEST' || OF_THE_SERVICE.has(extensions.code)) return message;
  const [problem = ''] = message.split(' Did you mean');
  const isOfNames = OF_NAMES.test(problem) && (problem.match(QUOTED) ?? []).every((text) => NAME.test(text));
  return isOfNames ? problem : `the document or its parameters are not valid (${codeOf(extensions)}).`;
}

const codeOf = ({ code }: GraphQLError['extensions']): string => String(code ?? 'GRAPHQL_PARSE_FAILED');

function refusedValue(message: string, path: GraphQLError['path'], argument: unknown): string {
  const [, variable] = /^Variable "(\$\w{1,100})"/.exec(message) ?? [];
  if (variable) return `the variable ${variable}`;
  const place = namesOf([(path ?? []).filter((part) => typeof part === 'string').join('.')]);
  if (typeof argument === 'string') return `the argument ${namesOf([argument])} of ${place}`;
  return `an argument of ${place}`;
}
