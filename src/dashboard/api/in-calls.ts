import type { TypedDocumentString } from '../generated/graphql.ts';
import { request } from './request.ts';

interface Options {
  readonly validateOnly: boolean;
  /** Of a write. The same key for the same inputs: they are written once, though an answer is lost. */
  readonly key?: string;
  /** Of a write: what the change history keeps of all its calls. */
  readonly requestId?: string;
  readonly signal?: AbortSignal;
}

/** What is done with many inputs, so many in one call, and says what became of each. */
export interface ManyVerb<Input, Result> {
  readonly perCall: number;
  readonly run: (inputs: readonly Input[], options: Options) => Promise<readonly Result[]>;
}

/** A fifth of what the service takes in one call, so that one sees how far it is. */
const PER_LIST = 100;
/** Items of lists within the inputs of one call, such as flights of lines; the service takes 2,500. */
const PER_CALL_WITHIN = 2_000;
/** Calls for one input each that are under way at the same time. */
const AT_ONCE = 8;

const sentWith = ({ key, requestId, signal }: Omit<Options, 'validateOnly'>) => ({
  ...(key !== undefined && { key }),
  ...(requestId !== undefined && { requestId }),
  ...(signal && { signal }),
});

/** A verb that takes a list. */
export const together = <Input, Result>(
  document: TypedDocumentString<
    { readonly results: readonly Result[] },
    { inputs: Input[]; validateOnly: boolean }
  >,
): ManyVerb<Input, Result> => ({
  perCall: PER_LIST,
  run: async (inputs, { validateOnly, ...options }) =>
    (await request(document, { inputs: [...inputs], validateOnly }, sentWith(options))).results,
});

/** A verb that takes one thing at a time. */
export const oneByOne = <Input, Result>(
  document: TypedDocumentString<{ readonly result: Result }, { input: Input; validateOnly: boolean }>,
): ManyVerb<Input, Result> => ({
  perCall: AT_ONCE,
  run: (inputs, { validateOnly, key, ...options }) =>
    Promise.all(
      inputs.map(async (input, index) => {
        const sent = sentWith({ ...options, ...(key && { key: `${key}-${index}` }) });
        return (await request(document, { input, validateOnly }, sent)).result;
      }),
    ),
});

interface Calls<Result> extends Options {
  /** Results of the first inputs, which were answered before. */
  readonly known?: readonly Result[];
  /** All results so far, after each call. */
  readonly onResults?: (results: readonly Result[]) => void;
}

/** Carries out a verb for all inputs, call after call; one result for each. A call that fails ends it. */
export async function inCalls<Input, Result>(
  { perCall, run }: ManyVerb<Input, Result>,
  inputs: readonly Input[],
  { known = [], onResults, key, ...options }: Calls<Result>,
): Promise<readonly Result[]> {
  let results = known;
  for (let from = known.length; from < inputs.length; ) {
    const part = fitting(inputs.slice(from, from + perCall));
    const answered = await run(part, { ...options, ...(key !== undefined && { key: `${key}-${from}` }) });
    results = [...results, ...answered];
    onResults?.(results);
    from += part.length;
  }
  return results;
}

/** The first inputs whose lists fit in one call together; one at least. */
function fitting<Input>(inputs: readonly Input[]): readonly Input[] {
  let within = 0;
  const end = inputs.findIndex((input, index) => {
    within += itemsIn(input);
    return index > 0 && within > PER_CALL_WITHIN;
  });
  return end < 0 ? inputs : inputs.slice(0, end);
}

/** How many items all lists within a value have. */
function itemsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner: readonly unknown[] = Object.values(value);
  return inner.reduce<number>((sum, each) => sum + itemsIn(each), Array.isArray(value) ? inner.length : 0);
}
