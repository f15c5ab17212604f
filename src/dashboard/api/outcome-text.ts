import { labelOf } from '../parts/changes/labels.ts';
import { counted } from '../parts/format.ts';
import { lower, words } from '../parts/words.ts';
import { isRefusal } from './outcome.ts';

/** What a mutation does by the first word of its name. */
const DONE: Readonly<Record<string, string>> = {
  advance: 'moved ahead',
  cancel: 'cancelled',
  create: 'created',
  delete: 'deleted',
  link: 'linked',
  remove: 'removed',
  reset: 'reset',
  restore: 'restored',
  revoke: 'revoked',
  rotate: 'given a new secret',
  save: 'saved',
  schedule: 'schedule saved',
  send: 'sent',
  set: 'set',
  take: 'taken',
  test: 'sent a test',
  unlink: 'link withdrawn',
  update: 'saved',
};
/** Of changed fields, so many are named. */
const MAX_NAMED = 3;

interface Result {
  readonly __typename?: string;
  readonly changes?: readonly { readonly path: string; readonly after?: unknown }[];
}
const resultsOf = (data: unknown) => Object.entries(data as Record<string, Result | readonly Result[]>);

/** What was done: `Line saved: bid, status paused`. Undefined if it was refused, or if each of a list has a result. */
export function doneText(data: unknown): string | undefined {
  for (const [name, result] of resultsOf(data)) {
    if (Array.isArray(result) || isRefusal(result as Result)) continue;
    const [, verb = '', thing = ''] = /^([a-z]+)(.*)$/.exec(name) ?? [];
    const changed = verb === 'update' ? ((result as Result).changes ?? []).map(changeText) : [];
    const named = changed.slice(0, MAX_NAMED).join(', ');
    const others = changed.length - MAX_NAMED;
    const what = named && `: ${named}${others > 0 ? ` and ${others} more` : ''}`;
    return `${labelOf(thing.charAt(0).toLowerCase() + thing.slice(1))} ${DONE[verb] ?? 'saved'}${what}`;
  }
  return undefined;
}

const changeText = ({ path, after }: { path: string; after?: unknown }): string =>
  path === 'status' ? `status ${words(String(after)).toLowerCase()}` : lower(labelOf(path));

/** What became of a write whose form was closed before the answer. */
export function failedText(data: unknown): string | undefined {
  const results = resultsOf(data).flatMap(([, result]) => result) as {
    __typename?: string;
    message?: string;
  }[];
  const refused = results.filter(isRefusal);
  const [first] = refused;
  if (!first) return `${counted(results.length, 'change')} saved`;
  const count = results.length > 1 ? `${refused.length} of ${counted(results.length, 'change')} ` : '';
  return `${count}not saved: ${first.message}`;
}
