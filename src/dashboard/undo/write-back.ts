import { type Outcome, outcomeOf, type Refusal } from '../api/outcome.ts';
import { request } from '../api/request.ts';
import {
  type DashboardChangeFragment,
  DashboardUndoAdsDocument,
  DashboardUndoAdvertiserDocument,
  DashboardUndoCampaignDocument,
  DashboardUndoCreativeDocument,
  DashboardUndoLinesDocument,
  type TypedDocumentString,
} from '../generated/graphql.ts';
import { counted } from '../parts/format.ts';
import { lower } from '../parts/words.ts';
import type { Earlier } from './earlier.ts';

/** Earlier values of one thing; what was changed again since `updatedAt` is not overwritten. */
export interface WriteBack {
  readonly type: Undone;
  readonly name: string;
  readonly input: Earlier & { readonly id: string; readonly updatedAt: string };
}

export interface WrittenBack {
  readonly __typename: `${string}Payload`;
  readonly changes: DashboardChangeFragment['fields'];
}
type Result = WrittenBack | Refusal;
interface Options {
  readonly validateOnly: boolean;
  /** Of a write. The same key for the same items: they are written once, though an answer is lost. */
  readonly key?: string;
}
type Verb = (inputs: readonly WriteBack['input'][], options: Options) => Promise<readonly Result[]>;

/** A verb that takes many at once. Earlier values have the form of its input, which only the service can check. */
const together =
  <Input>(
    document: TypedDocumentString<
      { readonly results: readonly Result[] },
      { inputs: Input[]; validateOnly: boolean }
    >,
  ): Verb =>
  async (inputs, { validateOnly, key }) => {
    const variables = { inputs: inputs as readonly unknown[] as Input[], validateOnly };
    return (await request(document, variables, key ? { key } : {})).results;
  };

const oneByOne =
  <Input>(
    document: TypedDocumentString<{ readonly result: Result }, { input: Input; validateOnly: boolean }>,
  ): Verb =>
  (inputs, { validateOnly, key }) =>
    Promise.all(
      inputs.map(async (input, index) => {
        const variables = { input: input as unknown as Input, validateOnly };
        return (await request(document, variables, key ? { key: `${key}-${index}` } : {})).result;
      }),
    );

const VERBS = {
  Advertiser: oneByOne(DashboardUndoAdvertiserDocument),
  Creative: oneByOne(DashboardUndoCreativeDocument),
  Campaign: oneByOne(DashboardUndoCampaignDocument),
  Line: together(DashboardUndoLinesDocument),
  Ad: together(DashboardUndoAdsDocument),
} as const;
/** The types of resources whose changes can be taken back. */
export type Undone = keyof typeof VERBS;
export const isUndone = (type: string): type is Undone => Object.hasOwn(VERBS, type);

/** Writes earlier values, or asks what that would change; one outcome for each item. */
export async function writeBack(
  items: readonly WriteBack[],
  { validateOnly, key }: Options,
): Promise<readonly Outcome<WrittenBack>[]> {
  const types = [...new Set(items.map(({ type }) => type))];
  const written = await Promise.all(
    types.map(async (type) => {
      const own = items.filter((item) => item.type === type);
      const options = { validateOnly, ...(key && { key: `${key}-${type}` }) };
      const results = await VERBS[type](
        own.map(({ input }) => input),
        options,
      );
      return own.map((item, index) => [item, results[index]] as const);
    }),
  );
  const found = new Map(written.flat());
  return items.map((item) => {
    const result = found.get(item);
    if (!result) throw new Error(`${item.name} has no result.`);
    return outcomeOf<Result>(result);
  });
}

/** What became of it: `Undone for 2 lines.`, and each that stayed as it is, by its name. */
export function undoneText(
  items: readonly Pick<WriteBack, 'name' | 'type'>[],
  outcomes: readonly Outcome<unknown>[],
): string {
  const refused = items.flatMap(({ name }, index) => {
    const message = outcomes[index]?.refusal?.message;
    return message === undefined ? [] : [`${name}: ${message}`];
  });
  const noun = nounOf(items);
  const back = items.length - refused.length;
  return [
    back > 0 ? `Undone for ${counted(back, noun)}.` : undefined,
    refused.length > 0 ? `Not undone for ${counted(refused.length, noun)}. ${refused.join(' ')}` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

/** `line`, or `change` where they are of several types. */
export function nounOf(items: readonly Pick<WriteBack, 'type'>[]): string {
  const [type, ...others] = new Set(items.map((item) => item.type));
  return type !== undefined && others.length === 0 ? lower(type) : 'change';
}
