import type { DomainContext } from '../../context.ts';
import type { AnyDomainError } from '../../errors.ts';
import type { DiagnosticKind } from './kinds.ts';
import { recorderOf } from './record.ts';

const MAX_NAMES = 10;
/** Other parameters may be anything that a caller sent. */
const isId = (text: unknown): boolean => typeof text === 'string' && /^\d{1,15}$/.test(text);
const NAME = /^[A-Za-z_$][\w$.[\]-]{0,99}$/;

interface Call {
  readonly ctx: DomainContext;
  /** `PUT /traffic/lines/:id` */
  readonly route: string;
}

interface RefusedCall extends Call {
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly error: AnyDomainError;
}

/** Records a refusal of a call: what does not exist, which fields were refused, and which limit was exceeded. */
export function noteRefusedCall({ ctx, route, params, error }: RefusedCall): void {
  const problem = problemOf(error, Object.values(params));
  if (!problem) return;
  const [kind, message] = problem;
  recorderOf(ctx).note({
    clientId: ctx.actor.clientId,
    kind,
    subject: route,
    message: `${route}: ${message}`,
  });
}

function problemOf(
  error: AnyDomainError,
  params: readonly string[],
): readonly [DiagnosticKind, string] | undefined {
  switch (error.code) {
    case 'NOT_FOUND':
      return ['UNKNOWN_ID', [error.message, ...params.filter(isId).map((id) => `ID ${id}.`)].join(' ')];
    case 'RATE_LIMITED':
      return ['LIMIT', error.message];
    case 'VALIDATION':
      // Messages can contain values that were sent.
      return [
        'INVALID_FIELDS',
        `these fields were refused: ${namesOf(error.listed.map(({ path }) => path))}.`,
      ];
    default:
      return undefined;
  }
}

/** Records the fields of an accepted call that had no effect. */
export function noteIgnoredFields({ ctx, route }: Call): void {
  if (ctx.ignoredFields.length === 0) return;
  const message = `${route}: these fields have no effect: ${namesOf(ctx.ignoredFields)}.`;
  recorderOf(ctx).note({ clientId: ctx.actor.clientId, kind: 'IGNORED_FIELDS', subject: route, message });
}

/** Callers choose the names. Only what looks like the name of a field is shown, each once. */
function namesOf(paths: readonly string[]): string {
  const names = paths
    .slice(0, 100)
    .map((path) => (NAME.test(path) ? path.replace(/\[\d+\]/g, '[]') : 'an unknown one'));
  const different = [...new Set(names)];
  const more = different.length - MAX_NAMES;
  return [...different.slice(0, MAX_NAMES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
