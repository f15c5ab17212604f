import type { DashboardChangeFragment } from '../../generated/graphql.ts';
import { changesIn } from '../../parts/changes/changes-in.ts';
import { ratioOf, type Sums } from '../../parts/figures/metrics.ts';
import { minute, percent } from '../../parts/format.ts';
import { words } from '../../parts/words.ts';
import type { Member } from '../marks/family.ts';
import { type Direction, directionOf, explains } from './direction.ts';
import { flightReasons } from './flight-reasons.ts';
import type { Mover, Node } from './movers.ts';
import { changesBelow, type Part } from './parts.ts';
import { type Added, sumOf } from './question.ts';

/** Why something delivered more or less. */
export interface Reason {
  readonly key: string;
  readonly text: string;
  /** It can be why: not a figure that merely moved as well, nor what acts the other way. */
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

/** Something that acts on what is delivered. */
interface Act extends Omit<Reason, 'isCause'> {
  readonly direction: Direction;
}

function currencyOf(node: Node): string | undefined {
  if (node.__typename === 'Line') return node.advertiser.currency;
  return node.__typename === 'Ad' ? node.line.advertiser.currency : undefined;
}

function changeReason(change: DashboardChangeFragment, node: Node, timeZone: string): Act {
  const { id, action, fields, at, user, resourceId, resource } = change;
  const parts = changesIn(fields, { timeZone, currency: currencyOf(node) }).map(
    ({ label, before, after }) => `${label}: ${before} → ${after}`,
  );
  const shown = parts.slice(0, MAX_FIELDS).join('; ');
  const rest = parts.length > MAX_FIELDS ? ` and ${parts.length - MAX_FIELDS} more` : '';
  const whose = resourceId === node.id ? '' : `${resource}: `;
  const what = action === 'UPDATE' ? `${shown}${rest}` : ACTIONS[action];
  const by = user ? ` by ${user.name}` : '';
  const text = `${whose}${what}, ${minute(at, timeZone)}${by}`;
  return { key: id, text, direction: directionOf(change) };
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
  /** The moment at which the compared days begin. */
  readonly since: number;
  /** The moment at which the days end. */
  readonly end: number;
}

/** What can be why, what moved along, how its budget stands, and at last what acts the other way. */
export function reasonsOf({ node, now, before }: Mover, options: Options): readonly Reason[] {
  const { metric, changes, parts = NO_PARTS, timeZone, end } = options;
  const difference = now[sumOf(metric)] - before[sumOf(metric)];
  const factors = factorsOf(metric, now, before);
  const moved = factors ? [{ key: 'factors', text: factors, isCause: false }] : [];
  if (!node) return moved;
  const ids = ownersOf(node).map(({ id }) => id);
  const changed = changes
    .filter(({ resourceId }) => ids.includes(resourceId))
    .map((change) => changeReason(change, node, timeZone));
  // Told apart: a line that was paused does not explain a rise, others may.
  const below = ([0, 1, -1] as const).flatMap((direction) =>
    changesBelow(
      node.id,
      changes.filter((change) => directionOf(change) === direction),
      parts,
      timeZone,
    ).map(({ noun, text }): Act => ({ key: `${noun} ${direction}`, text, direction })),
  );
  const blockers = 'deliveryBlockers' in node ? node.deliveryBlockers : [];
  const stopped = blockers
    // What stops it since later did not stop it then.
    .filter(({ since }) => !since || Date.parse(since) < end)
    .map(
      ({ code, message, since }): Act => ({
        key: code,
        text: since ? `${message} Since ${minute(since, timeZone)}.` : message,
        direction: -1,
      }),
    );
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
  const acts = [...changed, ...below, ...flightReasons(node, options), ...stopped];
  const causes = acts.filter(({ direction }) => explains(direction, difference));
  const others = acts.filter(({ direction }) => !explains(direction, difference));
  return [
    ...causes.map(({ key, text }) => ({ key, text, isCause: true })),
    ...moved,
    ...paced,
    ...others.map(({ key, text }) => ({ key, text: `Also: ${text}`, isCause: false })),
  ];
}
