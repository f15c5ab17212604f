import { setImmediate as breathe } from 'node:timers/promises';
import type { Warehouse } from '../../../warehouse/load.ts';
import type { System } from '../../context.ts';
import type { PlannedConversion } from '../auction/conversions.ts';
import { HOUR_MS } from '../auction/days.ts';
import { simulation } from '../auction/run-hours.ts';
import { FactDraft } from './fact-draft.ts';
import type { Later } from './pending.ts';
import { readRates } from './rates.ts';
import { type DeliveringCampaign, readCampaigns } from './read-lines.ts';
import { Spending } from './spent.ts';

/** The maximum number of lines that deliver, by ID of their campaigns. All are in memory, because they compete. */
const MAX_LINES = 20_000;
/** Lines and hours that are simulated before other work of the process gets its turn. */
const AT_ONCE = 2_000;

/** Hours that were simulated and have not been stored. */
export interface SimulatedHours {
  readonly from: Date;
  readonly to: Date;
  /** Their facts that are known when they end. */
  readonly draft: FactDraft;
  /** Their conversions that happen before they end. */
  readonly conversions: readonly PlannedConversion[];
  readonly later: readonly Later[];
  readonly spending: Spending;
}

/** Simulates the hours from `from` (inclusive) to `to` (exclusive). Earlier hours may still be being stored. */
export async function simulateHours(options: {
  system: System;
  warehouse: Warehouse;
  from: Date;
  to: Date;
  seed: number;
  before: { readonly spending?: Spending | undefined; readonly stored: Promise<void> };
}): Promise<SimulatedHours> {
  const draft = await FactDraft.create(await options.warehouse.files.draft());
  try {
    return await runAll(options, draft);
  } catch (error) {
    await draft.discard(options.warehouse.files);
    throw error;
  }
}

async function runAll(
  { system, from, to, seed, before }: Parameters<typeof simulateHours>[0],
  draft: FactDraft,
): Promise<SimulatedHours> {
  const { pool } = system;
  const spending = new Spending();
  const conversions: PlannedConversion[] = [];
  const later: Later[] = [];
  const end = to.getTime();
  const rateAt = await readRates(pool);
  const campaigns = await readAll(system, { from, to });
  await spending.read({ pool, campaigns, from, before });
  const simulate = simulation({
    campaigns,
    from: from.getTime(),
    to: end,
    seed,
    spentOf: (campaign) => spending.of(campaign),
    rateAt,
    outcome: {
      fact: (record) => draft.add(record),
      lateFact: ({ dueAt, record }) => {
        if (dueAt <= end) draft.add(record);
        else later.push({ kind: 'fact', dueAt, body: record });
      },
      conversion: (planned) => {
        if (planned.at < end) conversions.push(planned);
        else later.push({ kind: 'conversion', dueAt: planned.at, body: planned });
      },
    },
  });
  const lines = campaigns.reduce((count, campaign) => count + campaign.lines.length, 0);
  let waiting = 0;
  for (let hour = from.getTime(); hour < end; hour += HOUR_MS) {
    simulate(hour);
    waiting += lines;
    if (waiting < AT_ONCE) continue;
    waiting = 0;
    await draft.write();
    await breathe();
  }
  await draft.write();
  return { from, to, draft, conversions, later, spending };
}

async function readAll(system: System, period: { from: Date; to: Date }): Promise<DeliveringCampaign[]> {
  const found: DeliveringCampaign[] = [];
  for (let [after, lines] = [0, 0]; lines < MAX_LINES; ) {
    const next = await readCampaigns(system.pool, { after, ...period });
    if (next.length === 0) return found;
    for (const campaign of next) {
      found.push(campaign);
      lines += campaign.lines.length;
      after = campaign.id;
    }
  }
  system.log.warn({ lines: MAX_LINES }, 'more lines could deliver than the sandbox simulates');
  return found;
}
