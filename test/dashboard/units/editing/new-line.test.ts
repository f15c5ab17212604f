import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { NOTHING, type Place } from '../../../../src/dashboard/pages/line/targeting/targeting-change.ts';
import { runText } from '../../../../src/dashboard/pages/new-line/run-text.ts';

const OWNER = { timezone: 'UTC', currency: 'USD' };
const FRANCE = { woeid: 1, name: 'France', type: 'COUNTRY' } as unknown as Place;
const flight = { startDate: '2026-12-01T00:00:00Z', endDate: '2026-12-11T00:00:00Z' };

it('what is missing before a line can run is said, and that nothing limits its spend', () => {
  const parts = runText({ flights: [flight], targeting: NOTHING }, OWNER);
  expect(parts.filter(({ isOpen }) => isOpen).map(({ text }) => text)).toEqual([
    'No budget: nothing but its campaign limits what it spends.',
    'No bid yet.',
    'No place: it cannot be activated without one.',
    'No ad yet: add one on its page.',
  ]);
});

it('a complete line is told in sentences, with what it spends a day', () => {
  const draft = {
    ...{ bidPrice: '1.75', goalType: 'CPC', pacingModeType: 'EVEN' },
    ...{ flights: [{ ...flight, budget: '900' }], targeting: { ...NOTHING, added: [FRANCE] } },
  };
  expect(runText(draft, OWNER, { ads: 2 })).toEqual([
    { text: 'Runs 1 Dec 2026 – 10 Dec 2026, 10 days: up to US$900.00, about US$90.00 a day.' },
    { text: 'Bids US$1.75 per click, pacing even.' },
    { text: 'Delivers in France. On all sites and apps. To everyone there.' },
    { text: 'With 2 ads.' },
  ]);
});
