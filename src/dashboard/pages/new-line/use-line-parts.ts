import { useQueryClient } from '@tanstack/react-query';
import { type Outcome, outcomeOf, type Refusal } from '../../api/outcome.ts';
import type { Problem } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { readAgain } from '../../api/use-dry-run.ts';
import {
  type CreateAdInput,
  DashboardCreateAdsDocument,
  DashboardUpdateBidsDocument,
  DashboardUpdateTargetingDocument,
  type UpdateBidMultipliersInput,
} from '../../generated/graphql.ts';
import { announce } from '../../parts/announce.ts';
import { type TargetingChange, targetingInput } from '../line/targeting/targeting-change.ts';

/** What a line takes over from another one, once it has an ID. */
export interface PartsOf {
  readonly bidsOf?: (lineId: string) => UpdateBidMultipliersInput | undefined;
  readonly adsOf?: (lineId: string) => readonly CreateAdInput[];
}

/** What the service says against a part of the line; undefined where it is written. */
async function refusalOf<Result extends { readonly __typename?: string }>(
  what: string,
  write: () => Promise<readonly Result[]>,
): Promise<string | undefined> {
  try {
    const outcomes: readonly Outcome<unknown>[] = (await write()).map((result) =>
      outcomeOf<Result | Refusal>(result),
    );
    const refused = outcomes.flatMap(({ refusal }) => (refusal ? [refusal.message] : []));
    return refused[0] && `${what}: ${refused[0]}`;
  } catch (error) {
    return `${what}: ${(error as Problem).message}`;
  }
}

/** Writes what a new line has beside its own values, each by a verb of its own; what was refused, in words. */
export async function writeParts(
  lineId: string,
  targeting: TargetingChange,
  { bidsOf, adsOf }: PartsOf,
): Promise<readonly string[]> {
  const key = crypto.randomUUID();
  const sent = (part: string) => ({ key: `${key}-${part}` });
  const input = targetingInput(targeting, { lineId });
  const bids = bidsOf?.(lineId);
  const ads = adsOf?.(lineId) ?? [];
  const refused = [
    Object.keys(input).length > 1 &&
      (await refusalOf('Targeting', async () => [
        (
          await request(DashboardUpdateTargetingDocument, { input, validateOnly: false }, sent('targeting'))
        ).updateTargeting,
      ])),
    bids &&
      (await refusalOf('Bids by hour', async () => [
        (
          await request(DashboardUpdateBidsDocument, { input: bids, validateOnly: false }, sent('bids'))
        ).updateBidMultipliers,
      ])),
    ads.length > 0 &&
      (await refusalOf(
        'Ads',
        async () => (await request(DashboardCreateAdsDocument, { inputs: [...ads] }, sent('ads'))).createAds,
      )),
  ];
  return refused.filter((text) => typeof text === 'string');
}

/** The line stays where one of its parts is refused: its page opens, and says what is missing. */
export function useLineParts(parts: PartsOf) {
  const client = useQueryClient();
  return async (lineId: string, targeting: TargetingChange): Promise<void> => {
    const refused = await writeParts(lineId, targeting, parts);
    await readAgain(client);
    if (refused.length > 0) announce(`Not copied to the line. ${refused.join(' ')}`, true);
  };
}
