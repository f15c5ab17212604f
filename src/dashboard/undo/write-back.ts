import { inCalls, type ManyVerb, oneByOne, together } from '../api/in-calls.ts';
import { type Outcome, outcomeOf, type Refusal } from '../api/outcome.ts';
import {
  type DashboardChangeFragment,
  DashboardUndoAdsDocument,
  DashboardUndoAdvertiserDocument,
  DashboardUndoBidsDocument,
  DashboardUndoCampaignDocument,
  DashboardUndoCreativeDocument,
  DashboardUndoDealDocument,
  DashboardUndoLinesDocument,
  DashboardUndoNativeListDocument,
  DashboardUndoPixelDocument,
  DashboardUndoProductSetDocument,
  DashboardUndoSegmentDocument,
  DashboardUndoTargetingDocument,
  DashboardUndoWebhookDocument,
} from '../generated/graphql.ts';
import { labelOf } from '../parts/changes/labels.ts';
import { counted } from '../parts/format.ts';
import { lower } from '../parts/words.ts';
import type { TakenBack, Via } from './earlier.ts';
import type { Earlier } from './parts-in.ts';
import { undoRequestId } from './together.ts';

/** Earlier values of one thing; what was changed again since `updatedAt` is not overwritten. */
export interface WriteBack {
  readonly type: Undone;
  readonly via: Via;
  readonly name: string;
  readonly input: Earlier & { readonly updatedAt: string };
}

export interface WrittenBack {
  readonly __typename: `${string}Payload`;
  readonly changes: DashboardChangeFragment['fields'];
}
type Result = WrittenBack | Refusal;
type Verb = ManyVerb<WriteBack['input'], Result>;

/** Earlier values have the form of the verb's input, which only the service can check. */
const taking = <Input>({ perCall, run }: ManyVerb<Input, Result>): Verb => ({
  perCall,
  run: (inputs, options) => run(inputs as readonly unknown[] as Input[], options),
});

const UPDATES = {
  Advertiser: taking(oneByOne(DashboardUndoAdvertiserDocument)),
  Ad: taking(together(DashboardUndoAdsDocument)),
  Campaign: taking(oneByOne(DashboardUndoCampaignDocument)),
  Creative: taking(oneByOne(DashboardUndoCreativeDocument)),
  Deal: taking(oneByOne(DashboardUndoDealDocument)),
  Line: taking(together(DashboardUndoLinesDocument)),
  NativeList: taking(oneByOne(DashboardUndoNativeListDocument)),
  Pixel: taking(oneByOne(DashboardUndoPixelDocument)),
  ProductSet: taking(oneByOne(DashboardUndoProductSetDocument)),
  Segment: taking(oneByOne(DashboardUndoSegmentDocument)),
  Webhook: taking(oneByOne(DashboardUndoWebhookDocument)),
} as const;
/** Parts of lines, which are written by verbs of their own. */
const PARTS: Readonly<Record<Exclude<Via, 'update'>, Verb>> = {
  targeting: taking(oneByOne(DashboardUndoTargetingDocument)),
  bids: taking(oneByOne(DashboardUndoBidsDocument)),
};

/** The types of resources whose changes can be taken back. */
export type Undone = keyof typeof UPDATES;
export const isUndone = (type: string): type is Undone => Object.hasOwn(UPDATES, type);

/** Takes changes of a thing back that stands there as it was written. */
export function writeBackOf(
  { via, earlier }: TakenBack,
  thing: { readonly type: Undone; readonly id: string; readonly name: string; readonly updatedAt: string },
): WriteBack {
  const { type, id, name, updatedAt } = thing;
  const subject = via === 'update' ? { id } : { lineId: id };
  return { type, via, name, input: { ...earlier, ...subject, updatedAt } };
}

/** Writes earlier values, or asks what that would change; one outcome for each item. */
export async function writeBack(
  items: readonly WriteBack[],
  { validateOnly, key }: { readonly validateOnly: boolean; readonly key?: string },
): Promise<readonly Outcome<WrittenBack>[]> {
  const verbs = [...new Set(items.map(verbOf))];
  const written = await Promise.all(
    verbs.map(async (verb, index) => {
      const own = items.filter((item) => verbOf(item) === verb);
      const options = {
        validateOnly,
        ...(key && { key: `${key}-${index}`, requestId: undoRequestId(key) }),
      };
      const results = await inCalls(
        verb,
        own.map(({ input }) => input),
        options,
      );
      return own.map((item, at) => [item, results[at]] as const);
    }),
  );
  const found = new Map(written.flat());
  return items.map((item) => {
    const result = found.get(item);
    if (!result) throw new Error(`${item.name} has no result.`);
    return outcomeOf<Result>(result);
  });
}

const verbOf = ({ type, via }: WriteBack): Verb => (via === 'update' ? UPDATES[type] : PARTS[via]);

/** Of many that stay as they are, so many are named. */
const MAX_NAMED = 10;

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
  const others = refused.length - MAX_NAMED;
  return [
    back > 0 ? `Undone for ${counted(back, noun)}.` : undefined,
    refused.length > 0
      ? `Not undone for ${counted(refused.length, noun)}. ${refused.slice(0, MAX_NAMED).join(' ')}`
      : undefined,
    others > 0 ? `And ${others} more.` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

/** `line`, or `change` where they are of several types. */
export function nounOf(items: readonly Pick<WriteBack, 'type'>[]): string {
  const [type, ...others] = new Set(items.map((item) => item.type));
  if (type === undefined || others.length > 0) return 'change';
  return lower(labelOf(type.charAt(0).toLowerCase() + type.slice(1)));
}
