import { expect, test } from 'vitest';
import { RECORDED } from '../../../../src/domain/notifications/history/definition.ts';
import { CONTENTS } from '../../../../src/domain/notifications/history/find.ts';

/** Recorded resources that no advertiser contains, and why. */
const WITHOUT_ADVERTISER = {
  Advertiser: 'It is the container.',
  Deal: 'It is offered to several advertisers.',
  Webhook: 'It belongs to the seat.',
  Seat: 'It contains the advertisers.',
};

test('an advertiser contains every recorded resource, except for those that have no advertiser', () => {
  const contained = (CONTENTS.Advertiser ?? []).map(([resource]) => resource);
  expect([...contained, ...Object.keys(WITHOUT_ADVERTISER)].sort()).toEqual([...RECORDED].sort());
});
