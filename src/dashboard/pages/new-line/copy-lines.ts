import { outcomeOf } from '../../api/outcome.ts';
import type { Problem } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import {
  DashboardCreateLineDocument,
  DashboardLineDocument,
  DashboardLineRowsDocument,
  DashboardLineToCopyDocument,
} from '../../generated/graphql.ts';
import { bidsFor, draftOf, hiddenOf } from './copy-of.ts';
import { inputOf } from './line-draft.ts';
import { writeParts } from './use-line-parts.ts';

/** More lines are copied by a program. */
export const MAX_COPIED = 100;

export interface LineToCopy {
  readonly id: string;
  readonly name: string;
}

/** The lines of a campaign, as many as are copied. */
export async function linesOf(campaignId: string, signal: AbortSignal): Promise<readonly LineToCopy[]> {
  const filter = { campaignId: { eq: campaignId } };
  return (await request(DashboardLineRowsDocument, { after: null, filter }, { signal })).rows.nodes;
}

/** One line in another campaign of its advertiser, paused; why it, or a part of it, was not copied. */
async function copyLine(id: string, campaignId: string, hasAds: boolean): Promise<readonly string[]> {
  const [{ line }, { line: copied }] = await Promise.all([
    request(DashboardLineDocument, { id, after: null }),
    request(DashboardLineToCopyDocument, { id }),
  ]);
  if (!line || !copied) return ['It is no longer there.'];
  const draft = { ...draftOf(line), name: line.name };
  const input = { ...inputOf(draft, { id: campaignId }), ...hiddenOf(copied) };
  const key = crypto.randomUUID();
  const { createLine } = await request(DashboardCreateLineDocument, { input, validateOnly: false }, { key });
  const { done, refusal } = outcomeOf(createLine);
  if (!done) return [refusal?.message ?? 'It was refused.'];
  return writeParts(done.line.id, draft.targeting, {
    bidsOf: (lineId) => bidsFor(lineId, line),
    adsOf: (lineId) =>
      hasAds ? copied.ads.nodes.map(({ creativeId, status }) => ({ lineId, creativeId, status })) : [],
  });
}

interface Options {
  readonly campaignId: string;
  readonly hasAds: boolean;
  readonly onCount: (done: number) => void;
}

/** Copies lines one after another; what was not copied, in words. */
export async function copyLines(
  lines: readonly LineToCopy[],
  { campaignId, hasAds, onCount }: Options,
): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const [at, { id, name }] of lines.entries()) {
    onCount(at);
    const reasons = await copyLine(id, campaignId, hasAds).catch((error: Problem) => [error.message]);
    refused.push(...reasons.map((reason) => `${name}: ${reason}`));
  }
  onCount(lines.length);
  return refused;
}
