import type { DomainContext, System } from '../../context.ts';
import type { AnyDomainError } from '../../errors.ts';
import { UNKNOWN_PIXEL } from '../../events/event/pixel-access.ts';
import type { DiagnosticKind } from './kinds.ts';
import { recorderOf } from './record.ts';

const MAX_NAMES = 10;
/** Other parameters may be anything that a caller sent. */
const isId = (text: unknown): boolean => typeof text === 'string' && /^\d{1,15}$/.test(text);
const NAME = /^[A-Za-z_$][\w$.[\]-]{0,99}$/;

interface Call {
  readonly system: System;
  readonly clientId: string;
  /** `PUT /traffic/lines/:id`, or `mutation createLine` */
  readonly route: string;
}

/** Records a refusal of a call: what does not exist, which fields were refused, and which limit was exceeded. */
export function noteRefusedCall(
  call: Call & {
    /** The parameters of the path. */
    readonly params?: Readonly<Record<string, string>>;
    readonly error: AnyDomainError;
  },
): void {
  const problem = problemOf(call.error, Object.values(call.params ?? {}));
  if (problem) noteProblem({ ...call, kind: problem[0], message: problem[1] });
}

/** Records a problem of a call. `message` must not contain what a caller can choose, but names of fields. */
export function noteProblem(call: Call & { readonly kind: DiagnosticKind; readonly message: string }): void {
  const { system, clientId, route, kind, message } = call;
  recorderOf(system).note({ clientId, kind, subject: route, message: `${route}: ${message}` });
}

function problemOf(
  error: AnyDomainError,
  params: readonly string[],
): readonly [DiagnosticKind, string] | undefined {
  switch (error.code) {
    case 'NOT_FOUND':
      return ['UNKNOWN_ID', [error.message, ...idsIn(params)].join(' ')];
    case 'RATE_LIMITED':
      return ['LIMIT', error.message];
    case 'VALIDATION':
      if (error.reported[0]?.path === UNKNOWN_PIXEL.path)
        return [
          'UNKNOWN_ID',
          [`${UNKNOWN_PIXEL.path} ${UNKNOWN_PIXEL.message}.`, ...idsIn(params)].join(' '),
        ];
      // Messages can contain values that were sent.
      return [
        'INVALID_FIELDS',
        `these fields were refused: ${namesOf(error.reported.map(({ path }) => path))}.`,
      ];
    default:
      return undefined;
  }
}

const idsIn = (params: readonly string[]): string[] => params.filter(isId).map((id) => `ID ${id}.`);

/** Records the fields of an accepted call that had no effect. */
export function noteIgnoredFields({ ctx, route }: { ctx: DomainContext; route: string }): void {
  if (ctx.ignoredFields.length === 0) return;
  const { clientId } = ctx.actor;
  const message = `these fields have no effect: ${namesOf(ctx.ignoredFields)}.`;
  noteProblem({ system: ctx, clientId, route, kind: 'IGNORED_FIELDS', message });
}

/** Callers choose the names. Only what looks like the name of a field is shown, each once and without its place. */
export function namesOf(paths: readonly string[]): string {
  const names = paths
    .slice(0, 100)
    .map((path) => path.replace(/^\[\d+\]\.?/, ''))
    .map((path) => (NAME.test(path) ? path.replace(/\[\d+\]/g, '[]') : 'an unknown one'));
  const different = [...new Set(names)];
  const more = different.length - MAX_NAMES;
  return [...different.slice(0, MAX_NAMES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
