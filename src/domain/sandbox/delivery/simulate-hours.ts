import { setImmediate as breathe } from 'node:timers/promises';
import type { Warehouse } from '../../../warehouse/load.ts';
import type { System } from '../../context.ts';
import { FactDraft } from './fact-draft.ts';
import type { PlannedConversion } from './hour-conversions.ts';
import type { Later } from './pending.ts';
import { readRates } from './rates.ts';
import { readCampaigns } from './read-lines.ts';
import { runCampaign } from './run-campaign.ts';
import { Spending } from './spent.ts';

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
  for (let after = 0; ; ) {
    const campaigns = await readCampaigns(pool, { after, from, to });
    if (campaigns.length === 0) return { from, to, draft, conversions, later, spending };
    await spending.read({ pool, campaigns, from, before });
    for (const campaign of campaigns) {
      runCampaign({
        campaign,
        from: from.getTime(),
        to: end,
        seed,
        spent: spending.of(campaign),
        rateAt: (hour) => rateAt(campaign.currency, hour),
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
      after = campaign.id;
      await draft.write();
      await breathe();
    }
  }
}
