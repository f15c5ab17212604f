import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the answer has the value that was sent, which can be more exact there. */
function isAnswered(sent: unknown, answered: unknown): boolean {
  if (Array.isArray(sent))
    return Array.isArray(answered) && sent.every((item) => answered.some((one) => isAnswered(item, one)));
  if (isFields(sent))
    return isFields(answered) && Object.keys(sent).every((name) => isAnswered(sent[name], answered[name]));
  if (sent === answered || String(sent) === String(answered)) return true;
  return typeof sent === 'string' && typeof answered === 'string' && answered.startsWith(sent);
}

/** Returns the fields of a body that the answer has lost and `X-Ignored-Fields` does not name. */
export function lostFields(sent: unknown, answered: unknown, ignored: string | undefined): string[] {
  if (!isFields(sent)) return [];
  const named = (ignored ?? '').split(',');
  const isNamed = (field: string) => named.some((path) => path.startsWith(field));
  return Object.keys(sent)
    .filter(
      (name) => !isNamed(name) && !isAnswered(sent[name], isFields(answered) ? answered[name] : undefined),
    )
    .map(
      (name) =>
        `${name} was sent as ${JSON.stringify(sent[name])} and is in neither answer nor X-Ignored-Fields`,
    );
}

/** Returns what differs between two answers, other than the fields of `expected`. */
export function changedFields(before: unknown, after: unknown, expected: readonly string[]): string[] {
  if (!isFields(before) || !isFields(after)) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !expected.includes(name) && name !== 'updatedAt')
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => `${name} became ${JSON.stringify(after[name])} from ${JSON.stringify(before[name])}`);
}
