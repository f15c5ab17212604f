import '../../support/browser-language.ts';
import { expect, it } from 'vitest';
import type { DashboardLineAlertFragment } from '../../../src/dashboard/generated/graphql.ts';
import { paceShown } from '../../../src/dashboard/pages/line/daily-spend.ts';
import { detailsOf, stakeOf } from '../../../src/dashboard/pages/overview/alert-text.ts';

const alert: DashboardLineAlertFragment = {
  reasons: ['NO_SPEND', 'WILL_UNDERDELIVER'],
  endsAt: null,
  line: { id: 'Line:1', databaseId: 1, name: 'North', deliveryBlockers: [] },
  pacing: {
    ...{ ratio: 1, status: 'ON_TRACK' },
    budget: { amount: '1000', currency: 'USD' },
    projected: { amount: '400' },
  },
  atStake: { amount: '600', currency: 'USD' },
};

it('each reason of an alert is a sentence of its own, beside what is at stake', () => {
  expect(detailsOf(alert)).toEqual([
    'No spend in the last 7 days',
    'Ends at US$400 of US$1,000 if it continues as in the past 24 hours',
  ]);
  expect(stakeOf(alert)).toBe('US$600 at stake');
});

it('a flight on track that will leave budget over says so instead', () => {
  expect(paceShown({ status: 'ON_TRACK', willUnderdeliver: true })).toBe('WILL_UNDERDELIVER');
  expect(paceShown({ status: 'ON_TRACK', willUnderdeliver: false })).toBe('ON_TRACK');
});
