import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import {
  type DashboardCampaignRowFragment,
  PacingStatus,
} from '../../../../src/dashboard/generated/graphql.ts';
import { NOTHING } from '../../../../src/dashboard/pages/bulk/bulk-change.ts';
import { campaignInput, withoutAmount } from '../../../../src/dashboard/pages/bulk/campaign-change.ts';
import { leftOf, neededOf } from '../../../../src/dashboard/pages/campaigns/budget-left.ts';
import { standingOf } from '../../../../src/dashboard/pages/lines/budget-columns.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const money = (amount: string) => ({ amount, currency: 'EUR' });

it('what is left of a campaign is needed by its end, all of it on its last day; a budget of days needs none', () => {
  const campaign = { budget: '100', budgetSpent: { amount: '40' }, endDate: '2026-03-11T00:00:00Z' };
  expect(leftOf(campaign)).toBe(60);
  expect(neededOf(campaign, NOW)).toBe(6);
  expect(neededOf({ ...campaign, endDate: '2026-03-01T06:00:00Z' }, NOW)).toBe(60);
  for (const other of [{ budgetType: 'DAILY' }, { endDate: null }, { endDate: '2026-02-01T00:00:00Z' }])
    expect(neededOf({ ...campaign, ...other }, NOW)).toBeUndefined();
  expect(leftOf({ ...campaign, budgetSpent: { amount: '140' } })).toBe(0);
});

it('what is left of a line is that of the flight that runs, and nothing where none does', () => {
  const flight = (startDate: string, endDate: string) => ({
    id: startDate,
    budget: '100',
    dailyBudget: null,
    startDate,
    endDate,
  });
  const pacing = {
    ...{ status: PacingStatus.OnTrack, ratio: 1, isActive: true, willUnderdeliver: false },
    ...{ budget: money('100'), delivered: money('20'), expected: money('20'), projected: money('100') },
  } as const;
  const [past, runs] = [
    flight('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'),
    flight('2026-02-20T00:00:00Z', '2026-03-09T00:00:00Z'),
  ];
  expect(standingOf({ pacing, schedules: [past, runs] }, NOW)).toMatchObject({
    ...{ left: 80, needed: 10, currency: 'EUR' },
  });
  expect(standingOf({ pacing, schedules: [past] }, NOW)).toBeUndefined();
  expect(standingOf({ pacing: null, schedules: [runs] }, NOW)).toBeUndefined();
});

it('campaigns are changed as they were seen; a budget that is not there is set and not multiplied', () => {
  const campaign: DashboardCampaignRowFragment = {
    ...{
      id: 'Campaign:1',
      databaseId: 1,
      name: 'Campaign',
      status: 'ACTIVE',
      budget: '200',
      dailyBudget: null,
    },
    updatedAt: '2026-01-01T00:00:00.123Z',
    advertiser: { databaseId: 1, name: 'Advertiser', currency: 'EUR' },
  };
  const seen = { id: campaign.id, updatedAt: campaign.updatedAt };
  const sent = (change: object) => campaignInput(campaign, { ...NOTHING, ...change });
  expect(sent({ what: 'PAUSED' })).toEqual({ ...seen, status: 'PAUSED' });
  expect(sent({ what: 'budget', value: '10' })).toEqual({ ...seen, budget: '220' });
  expect(sent({ what: 'dailyBudget', value: '10' })).toEqual(seen);
  expect(sent({ what: 'dailyBudget', step: 'set', value: '15' })).toEqual({ ...seen, dailyBudget: '15' });
  expect(withoutAmount([campaign], { what: 'dailyBudget', step: 'percent' })).toBe(1);
  expect(withoutAmount([campaign], { what: 'dailyBudget', step: 'set' })).toBe(0);
});
