import { isRecord } from '../../resources/define/input.ts';

/**
 * What the text of a read has in place of a value that is not known yet. Text for the caller has characters that JSON
 * escapes; objects for the executor have a member that no field is called.
 */
const MARK = '\u0001';
const MEMBER = JSON.stringify(MARK);

/** SQL of a member for the value of `key`, which field number `field` loads. */
export const deferredJson = (field: number, key: string): string =>
  `'{${MEMBER}:' || to_json('${field} ' || ${key})::text || '}'`;

/** A field that is refused: its error has this number. */
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

/** The field and the key of a value that is loaded later. */
export function deferredIn(value: unknown): readonly [field: number, key: string] | undefined {
  const mark = markIn(value);
  return mark && 'deferred' in mark ? mark.deferred : undefined;
}

interface Place {
  readonly mark: Mark;
  /** Puts a value in the place of the mark. */
  readonly fill: (value: unknown) => void;
}

/** The marks in an answer. */
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
