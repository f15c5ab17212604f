import type { DashboardChangeFragment } from '../../generated/graphql.ts';
import { changesIn } from '../../parts/changes/changes-in.ts';
import { ratioOf, type Sums } from '../../parts/figures/metrics.ts';
import { minute, percent } from '../../parts/format.ts';
import { words } from '../../parts/words.ts';
import type { Member } from '../marks/family.ts';
import type { Mover, Node } from './movers.ts';
import { changesBelow, type Part } from './parts.ts';
import type { Added } from './question.ts';

/** Why something delivered more or less. */
export interface Reason {
  readonly key: string;
  readonly text: string;
  /** Something was changed, or stops it; not a figure that merely moved as well. */
  readonly isCause: boolean;
}

/** The thing itself and what it belongs to: what stops or changes these changes what it delivers. */
export function ownersOf(node: Node): readonly Member[] {
  switch (node.__typename) {
    case 'Advertiser':
      return [node];
    case 'Campaign':
      return [node, node.advertiser];
    case 'Line':
      return [node, node.campaign, node.advertiser];
    case 'Ad':
      return [node, node.line, node.line.campaign];
  }
}

const ACTIONS = { CREATE: 'Created', DELETE: 'Deleted' } as const;
/** Fields of one change that are told. */
const MAX_FIELDS = 3;

function changeReason(change: DashboardChangeFragment, node: Node, timeZone: string): Reason {
  const { id, action, fields, at, user, resourceId, resource } = change;
  const currency = node.__typename === 'Line' ? node.advertiser.currency : undefined;
  const parts = changesIn(fields, { timeZone, currency }).map(
    ({ label, before, after }) => `${label}: ${before} → ${after}`,
  );
  const shown = parts.slice(0, MAX_FIELDS).join('; ');
  const rest = parts.length > MAX_FIELDS ? ` and ${parts.length - MAX_FIELDS} more` : '';
  const whose = resourceId === node.id ? '' : `${resource}: `;
  const what = action === 'UPDATE' ? `${shown}${rest}` : ACTIONS[action];
  const by = user ? ` by ${user.name}` : '';
  return { key: id, text: `${whose}${what}, ${minute(at, timeZone)}${by}`, isCause: true };
}

/** Below this, a figure has not moved. */
const TELLING = 0.005;

/** What moved along with a figure: the sums and prices that it is made of. */
function factorsOf(metric: Added, now: Sums, before: Sums): string | undefined {
  const change = (name: string, to: number | null, from: number | null) =>
    to === null || from === null || from === 0 || Math.abs(to / from - 1) < TELLING
      ? []
      : [`${name} ${percent(to / from - 1, 0, 'exceptZero')}`];
  const cpm = (sums: Sums) => ratioOf(sums.spend, sums.impressions);
  const ctr = (sums: Sums) => ratioOf(sums.clicks, sums.impressions);
  const rate = (sums: Sums) => ratioOf(sums.conversions, sums.clicks);
  const factors = {
    SPEND: () => [
      ...change('impressions', now.impressions, before.impressions),
      ...change('CPM', cpm(now), cpm(before)),
    ],
    IMPRESSIONS: () => [],
    CLICKS: () => [
      ...change('impressions', now.impressions, before.impressions),
      ...change('click rate', ctr(now), ctr(before)),
    ],
    CONVERSIONS: () => [
      ...change('clicks', now.clicks, before.clicks),
      ...change('conversions of a click', rate(now), rate(before)),
    ],
  }[metric]();
  const [first] = factors;
  return first && `${first.charAt(0).toUpperCase()}${factors.join(', ').slice(1)}`;
}

const NO_PARTS: ReadonlyMap<string, Part> = new Map();

interface Options {
  readonly metric: Added;
  /** Newest first. */
  readonly changes: readonly DashboardChangeFragment[];
  /** Of these changes, what belongs to something, by global ID. */
  readonly parts?: ReadonlyMap<string, Part>;
  readonly timeZone: string;
  /** The moment at which the days end. */
  readonly end: number;
}

/** What was changed, what stops it, how its budget stands, and what moved along; causes first. */
export function reasonsOf({ node, now, before }: Mover, options: Options): readonly Reason[] {
  const { metric, changes, parts = NO_PARTS, timeZone, end } = options;
  const factors = factorsOf(metric, now, before);
  const moved = factors ? [{ key: 'factors', text: factors, isCause: false }] : [];
  if (!node) return moved;
  const ids = ownersOf(node).map(({ id }) => id);
  const changed = changes
    .filter(({ resourceId }) => ids.includes(resourceId))
    .map((change) => changeReason(change, node, timeZone));
  const below = changesBelow(node.id, changes, parts, timeZone).map(({ noun, text }) => ({
    ...{ key: noun, text, isCause: true },
  }));
  const blockers = 'deliveryBlockers' in node ? node.deliveryBlockers : [];
  const stopped = blockers
    // What stops it since later did not stop it then.
    .filter(({ since }) => !since || Date.parse(since) < end)
    .map(({ code, message, since }) => ({
      key: code,
      text: since ? `${message} Since ${minute(since, timeZone)}.` : message,
      isCause: true,
    }));
  const pacing = 'pacing' in node ? node.pacing : undefined;
  const paced =
    pacing && /BEHIND|AHEAD|SPENT/.test(pacing.status)
      ? [
          {
            key: 'pacing',
            text: `Budget: ${words(pacing.status).toLowerCase()}${pacing.ratio ? `, ${percent(pacing.ratio, 0)} of expected` : ''}`,
            isCause: false,
          },
        ]
      : [];
  return [...changed, ...below, ...stopped, ...moved, ...paced];
}
