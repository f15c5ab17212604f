import { type Outcome, outcomeOf, type Refusal } from '../api/outcome.ts';
import { request } from '../api/request.ts';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { counted } from '../parts/format.ts';

/** A write that can be taken back. */
export interface Undoable {
  /** What was done, such as `12 lines paused`. */
  readonly text: string;
  /** Takes it back, and says in words what became of that. May be called again after a failure. */
  readonly run: () => Promise<string>;
}

interface Input {
  readonly id: string | number;
  readonly updatedAt?: string | null;
}
/** What a bulk write answers for each row. */
type Result =
  | {
      readonly __typename: `${string}Payload`;
      readonly changes: readonly unknown[];
      readonly node: { readonly updatedAt: string };
    }
  | Refusal;

interface Written<Row, Sent extends Input, Data> {
  /** As they were before. */
  readonly rows: readonly Row[];
  readonly noun: string;
  readonly inputs: readonly Sent[];
  readonly results: readonly Result[];
  readonly document: TypedDocumentString<Data, { inputs: Sent[]; validateOnly: boolean }>;
  readonly resultsOf: (data: Data) => readonly Result[];
  /** What was done with so many rows. */
  readonly textOf: (rows: string) => string;
}

/** The fields that were written, with the values that the row had before. */
export function earlierOf<Sent extends Input>(row: object, input: Sent): Partial<Sent> {
  const before = row as Record<string, unknown>;
  const fields = Object.entries(input).filter(([name]) => name !== 'id' && name !== 'updatedAt');
  return Object.fromEntries(
    fields.map(([name, sent]) => [name, Array.isArray(sent) ? partsOf(before[name], sent) : before[name]]),
  ) as Partial<Sent>;
}

/** Of parts such as flights, those that were written, and in each of them the fields that were. */
const partsOf = (before: unknown, sent: readonly Input[]) =>
  sent.map((part) => {
    const earlier = (before as readonly Input[]).find(({ id }) => id === part.id);
    return { id: part.id, ...(earlier && earlierOf(earlier, part)) };
  });

/** What takes a bulk write back; undefined where it changed nothing. */
export function undoableOf<Row extends { readonly name: string }, Sent extends Input, Data>(
  written: Written<Row, Sent, Data>,
): Undoable | undefined {
  const { rows, noun, inputs, results, document, resultsOf, textOf } = written;
  const changed = rows.flatMap((row, index) => {
    const [sent, result] = [inputs[index], results[index]];
    const done = result && outcomeOf<Result>(result).done;
    if (!sent || !done || done.changes.length === 0) return [];
    // What was changed again since then is not overwritten.
    const input = { id: sent.id, ...earlierOf(row, sent), updatedAt: done.node.updatedAt } as Sent;
    return [{ name: row.name, input }];
  });
  if (changed.length === 0) return undefined;
  // One key for all attempts: it is taken back once, though an answer is lost.
  const key = crypto.randomUUID();
  return {
    text: textOf(counted(changed.length, noun)),
    run: async () => {
      const data = await request(
        document,
        { inputs: changed.map(({ input }) => input), validateOnly: false },
        { key },
      );
      const outcomes = resultsOf(data).map((result) => outcomeOf<Result>(result));
      return undoneText(
        changed.map(({ name }) => name),
        outcomes,
        noun,
      );
    },
  };
}

/** What became of taking it back; each row that stayed as it is, by its name. */
export function undoneText(
  names: readonly string[],
  outcomes: readonly Outcome<unknown>[],
  noun: string,
): string {
  const refused = names.flatMap((name, index) => {
    const message = outcomes[index]?.refusal?.message;
    return message === undefined ? [] : [`${name}: ${message}`];
  });
  const back = names.length - refused.length;
  return [
    back > 0 ? `Undone for ${counted(back, noun)}.` : undefined,
    refused.length > 0 ? `Not undone for ${counted(refused.length, noun)}. ${refused.join(' ')}` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}
