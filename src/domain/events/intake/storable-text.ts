/** Why a text is refused that `isStorable` is false for. */
export const UNSTORABLE = 'must not contain NUL or halves of surrogate pairs';

/** Returns whether PostgreSQL can store a text, which JSON can hold in any case. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Escapes that are valid in JSON but that PostgreSQL cannot store: NUL and unpaired surrogates. */
const SUSPICIOUS = /\\u(0000|d[89a-f])/i;

/** Returns the index of the first event with text that cannot be stored, or undefined. */
export function unstorableText(events: readonly unknown[], json: string): number | undefined {
  if (!SUSPICIOUS.test(json)) return undefined;
  const index = events.findIndex((event) => hasUnstorable(event, 0));
  return index < 0 ? undefined : index;
}

/** Bodies are nested less deeply; so are events sent over GraphQL. */
const DEEPEST = 500;

function hasUnstorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !isStorable(value);
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return false;
  return Object.entries(value).some(
    ([name, part]) => hasUnstorable(name, depth + 1) || hasUnstorable(part, depth + 1),
  );
}
