import { setImmediate as breathe } from 'node:timers/promises';
import { loadFacts, type Warehouse } from '../../../warehouse/load.ts';
import { inTransaction } from '../../../warehouse/pg-catalogue.ts';
import type { System } from '../../context.ts';
import { closeEndedDays } from '../../report/books/close-ended-days.ts';
import { flowConversions } from '../../report/flow-conversions.ts';
import { FactDraft } from './fact-draft.ts';
import type { PlannedConversion } from './hour-conversions.ts';
import { type Later, readDue, storePending } from './pending.ts';
import { postConversions } from './post-conversions.ts';
import { readRates } from './rates.ts';
import { readCampaigns } from './read-lines.ts';
import { runCampaign } from './run-campaign.ts';
import { Spending } from './spent.ts';

/**
 * Simulates the hours from `from` to before `to` (both full hours): conversions by postback, facts by a load, books
 * closed. Facts, what was spent and closed books are stored in one transaction, so a crash repeats the hours or none
 * of them; conversions come before it, and count once.
 */
export async function deliverHours(options: {
  system: System;
  warehouse: Warehouse;
  from: Date;
  to: Date;
  seed: number;
}): Promise<void> {
  const { system, warehouse, from, to } = options;
  const { pool } = system;
  const place = await warehouse.files.draft();
  const draft = await FactDraft.create(place);
  try {
    const due = await readDue(pool, to);
    for (const record of due.facts) draft.add(record);
    const brought = await runAll(options, draft);
    await draft.write();
    await draft.close();
    const conversions = [...due.conversions, ...brought.conversions];
    await postConversions(system, conversions.sort(byTime));
    while ((await flowConversions(system, warehouse)) > 0);
    const store = async (client: Parameters<Spending['store']>[0]) => {
      await brought.spending.store(client);
      await storePending(client, { done: due.ids, later: brought.later });
      await client.query('UPDATE sandbox_clock SET delivered_until = $1', [to]);
      await closeEndedDays(client, { from, to });
    };
    const { loaded } =
      draft.rows > 0 ? await loadFacts(warehouse, { file: place, alongside: store }) : { loaded: false };
    if (!loaded) await inTransaction(pool, store);
  } finally {
    await draft.close();
    await warehouse.files.remove(place);
  }
}

async function runAll(options: Parameters<typeof deliverHours>[0], draft: FactDraft) {
  const { system, warehouse, from, to, seed } = options;
  const { pool } = system;
  const spending = new Spending();
  const conversions: PlannedConversion[] = [];
  const later: Later[] = [];
  const rateAt = await readRates(pool);
  for (let after = 0; ; ) {
    const campaigns = await readCampaigns(pool, { after, from, to });
    if (campaigns.length === 0) return { spending, conversions, later };
    await spending.read({ pool, warehouse, campaigns, from, rateAt });
    for (const campaign of campaigns) {
      runCampaign({
        campaign,
        from: from.getTime(),
        to: to.getTime(),
        seed,
        spent: spending.of(campaign),
        rateAt: (hour) => rateAt(campaign.currency, hour),
        outcome: {
          fact: (record) => draft.add(record),
          lateFact: ({ dueAt, record }) => {
            if (dueAt <= to.getTime()) draft.add(record);
            else later.push({ kind: 'fact', dueAt, body: record });
          },
          conversion: (planned) => {
            if (planned.at < to.getTime()) conversions.push(planned);
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

const byTime = (a: PlannedConversion, b: PlannedConversion): number => a.at - b.at || (a.id < b.id ? -1 : 1);
