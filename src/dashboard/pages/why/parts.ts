import type { DashboardChangedPartsQuery, DashboardChangeFragment } from '../../generated/graphql.ts';
import { changesIn } from '../../parts/changes/changes-in.ts';
import { counted } from '../../parts/format.ts';
import { lower } from '../../parts/words.ts';

/** Something that was changed, and what it is a part of. */
export interface Part {
  readonly noun: string;
  /** The global IDs of its campaign and advertiser. */
  readonly wholes: readonly string[];
  readonly currency: string;
}

/** The parts among what was changed, by global ID. */
export function partsOf(data: DashboardChangedPartsQuery | undefined): ReadonlyMap<string, Part> {
  return new Map(
    (data?.nodes ?? []).flatMap((node): readonly (readonly [string, Part])[] => {
      switch (node?.__typename) {
        case 'Campaign': {
          const { id, advertiser } = node;
          return [[id, { noun: 'campaign', wholes: [advertiser.id], currency: advertiser.currency }]];
        }
        case 'Line': {
          const { id, advertiser, campaign } = node;
          const wholes = [campaign.id, advertiser.id];
          return [[id, { noun: 'line', wholes, currency: advertiser.currency }]];
        }
        case 'Ad': {
          const { id, line } = node;
          const wholes = [line.campaign.id, line.advertiser.id];
          return [[id, { noun: 'ad', wholes, currency: line.advertiser.currency }]];
        }
        default:
          return [];
      }
    }),
  );
}

const ACTIONS = { CREATE: 'created', DELETE: 'deleted' } as const;
/** Fields that are told. */
const MAX_FIELDS = 3;

/** What was changed of the parts of a whole, by their kind: `1 line: bid $1.70 → $0.10`, `3 lines: bid, status`. */
export function changesBelow(
  whole: string,
  changes: readonly DashboardChangeFragment[],
  parts: ReadonlyMap<string, Part>,
  timeZone: string,
): readonly { readonly noun: string; readonly text: string }[] {
  const below = changes.flatMap((change) => {
    const part = parts.get(change.resourceId);
    return part?.wholes.includes(whole) ? [{ change, part }] : [];
  });
  return [...new Set(below.map(({ part }) => part.noun))].map((noun) => {
    const ofKind = below.filter(({ part }) => part.noun === noun);
    const things = new Set(ofKind.map(({ change }) => change.resourceId)).size;
    const fields = ofKind.flatMap(({ change: { action, fields }, part: { currency } }) =>
      action === 'UPDATE'
        ? changesIn(fields, { timeZone, currency }).map(({ label, before, after }) => ({
            name: lower(label),
            step: `${lower(label)} ${before} → ${after}`,
          }))
        : [{ name: ACTIONS[action], step: ACTIONS[action] }],
    );
    const told = ofKind.length === 1 ? fields.map(({ step }) => step) : fields.map(({ name }) => name);
    const shown = [...new Set(told)];
    const rest = shown.length > MAX_FIELDS ? ` and ${shown.length - MAX_FIELDS} more` : '';
    return { noun, text: `${counted(things, noun)}: ${shown.slice(0, MAX_FIELDS).join(', ')}${rest}` };
  });
}
