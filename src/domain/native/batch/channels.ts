import { z } from 'zod';
import { number, object, oneOf, token } from '../../../resources/define/fields.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { BID_CHANNEL } from './enums.ts';
import type { ItemRefusal } from './object.ts';
import type { CampaignReference } from './references.ts';

export const CHANNEL_MISMATCH = 'Mismatching campaign channel and objective';
export const INVALID_BIDS = 'Invalid bid metadata';

interface Reach {
  readonly objective?: string | null | undefined;
  readonly channel?: string | null | undefined;
}

/** Only VISIT_WEB can be combined with search. A campaign with only one of the two fields contradicts nothing. */
function contradictsObjective({ objective, channel }: Reach): boolean {
  return Boolean(objective && channel && objective !== 'VISIT_WEB' && channel !== 'NATIVE');
}

interface Bid {
  readonly priceType: string;
  readonly value: number;
  readonly channel: string;
}
export interface BidSet {
  readonly bids: readonly Bid[];
}

/** Returns whether a stored or accepted value is a bid set. */
export const isBidSet = (value: unknown): value is BidSet => isRecord(value) && Array.isArray(value.bids);

export const bidSet = () =>
  object('BidSet', {
    bids: z
      .array(
        object('Bid', {
          priceType: token().describe('The type of price, such as `CPC`.'),
          value: number(0, 1e9).describe('The amount of the bid, in the advertiser’s currency.'),
          channel: oneOf(BID_CHANNEL).describe('The channel: `NATIVE` or `SEARCH`.'),
        }),
        { error: ({ input }) => (input === undefined ? 'is required' : 'must be a list') },
      )
      .max(20, 'must have at most 20 bids')
      .refine(
        (bids) =>
          new Set(bids.map(({ priceType, channel }) => `${priceType} ${channel}`)).size === bids.length,
        'must have one bid for each price type and channel',
      )
      .describe('The bids, by channel and price type.'),
  });

/** A campaign with a native-only objective cannot have a search channel. */
export function channelProblem(campaign: Reach): ItemRefusal | undefined {
  if (!contradictsObjective(campaign)) return undefined;
  const { objective, channel } = campaign;
  return {
    path: 'channel',
    message: CHANNEL_MISMATCH,
    description: `A campaign with objective ${objective} runs on channel NATIVE only, not ${channel}`,
  };
}

/**
 * An ad group can only bid on channels of its campaign. If the campaign has no channel, its objective can still rule
 * out search. The documented response is a 500.
 */
export function adGroupBidProblem(bidSet: BidSet, campaign: CampaignReference): ItemRefusal | undefined {
  if (bidSet.bids.every(({ channel }) => channel === undefined || hasChannel(campaign, channel)))
    return undefined;
  return {
    path: 'bidSet',
    code: 'MISMATCHED_BID_CHANNEL',
    message: 'Internal Server Error',
    description: 'mismatched bid channel',
  };
}

function hasChannel({ objective, channel: runsOn }: CampaignReference, channel: string): boolean {
  if (runsOn && runsOn !== 'SEARCH_AND_NATIVE' && runsOn !== channel) return false;
  return !contradictsObjective({ objective, channel });
}

/** Keywords only apply to search, so they cannot bid on a native channel. */
export function keywordBidProblem(bidSet: BidSet): ItemRefusal | undefined {
  if (bidSet.bids.every((bid) => bid.channel !== 'NATIVE')) return undefined;
  return {
    path: 'bidSet',
    message: INVALID_BIDS,
    description: 'A keyword cannot have a bid on channel NATIVE',
  };
}

/** Keywords only apply to search, so a campaign with a native-only objective has none. */
export const keywordChannelProblem = ({ objective }: CampaignReference): ItemRefusal | undefined =>
  channelProblem({ objective, channel: 'SEARCH' });
