import { isRecord } from '../../resources/define/input.ts';

/**
 * Marks a place in the result of a read whose value is not known yet. In text for the caller, the mark is a character
 * that JSON escapes; in objects for the executor, it is a member name that no field can have.
 */
const MARK = '\u0001';
const MEMBER = JSON.stringify(MARK);

/** SQL: a member for the value of `key`, which deferred field number `field` loads. */
export const deferredJson = (field: number, key: string): string =>
  `'{${MEMBER}:' || to_json('${field} ' || ${key})::text || '}'`;

/** A refused field; the number identifies its error. */
export const refusalJson = (index: number): string => JSON.stringify({ [MARK]: index });

type Mark = { readonly deferred: readonly [field: number, key: string] } | { readonly refusal: number };

function markIn(value: unknown): Mark | undefined {
  if (!isRecord(value)) return undefined;
  const mark = value[MARK];
  if (typeof mark === 'number') return { refusal: mark };
  if (typeof mark !== 'string') return undefined;
  const space = mark.indexOf(' ');
  return { deferred: [Number(mark.slice(0, space)), mark.slice(space + 1)] };
}

/** Returns the field and the key of a value that is loaded later. */
export function deferredIn(value: unknown): readonly [field: number, key: string] | undefined {
  const mark = markIn(value);
  return mark && 'deferred' in mark ? mark.deferred : undefined;
}

interface Place {
  readonly mark: Mark;
  /** Replaces the mark with a value. */
  readonly fill: (value: unknown) => void;
}

/** Returns the marks in a result. */
export function marksIn(answer: unknown): Place[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const members = answer as Record<string, unknown>;
  return Object.entries(members).flatMap(([name, member]) => {
    const mark = markIn(member);
    if (!mark) return marksIn(member);
    const fill = (value: unknown) => {
      members[name] = value;
    };
    return [{ mark, fill }];
  });
}
