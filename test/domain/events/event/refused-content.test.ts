import { expect, it } from 'vitest';
import { loadConfig } from '../../../../src/config.ts';
import { contentOf } from '../../../../src/domain/events/event/refused/content.ts';
import { anEvent } from '../../../support/traffic/intake.ts';

const system = { config: loadConfig({}), now: () => new Date() };
const shownOf = (events: readonly unknown[]) => {
  const { sample, ...content } = contentOf(system, events);
  return { ...content, events: JSON.parse(content.events), sample: JSON.parse(sample) };
};
const indexes = (sample: { index: number }[]) => sample.map(({ index }) => index);

it('shows the first five events that were refused; if none was, the first five', () => {
  const mixed = Array.from({ length: 16 }, (_, n) => (n % 2 === 0 ? anEvent() : {}));
  const { sample, replayable, events } = shownOf(mixed);
  expect(indexes(sample)).toEqual([1, 3, 5, 7, 9]);
  expect([replayable, events.length]).toEqual([8, 8]);
  expect(indexes(shownOf(Array.from({ length: 7 }, () => anEvent())).sample)).toEqual([0, 1, 2, 3, 4]);
});

it('lists five problems of an event', () => {
  const wrong = {
    event_time: 'x',
    action_source: 5,
    action_source_url: 5,
    user_data: 5,
    custom_data: { gv: 'x', ec: 5, el: 5 },
  };
  expect(shownOf([wrong]).sample[0].errors).toHaveLength(5);
});

it('shows only what fits into 8 KiB', () => {
  const sized = (length: number) =>
    anEvent({ event_time: 'x', action_source_url: `https://shop.example/${'x'.repeat(length)}` });
  const { sample } = shownOf([sized(2_000), sized(2_000), sized(2_000), sized(2_000), sized(10)]);
  expect(indexes(sample)).toEqual([0, 1, 2, 4]);
});

it('looks at 256 KiB of the events; those that follow are neither shown nor kept', () => {
  const long = { ...anEvent(), note: 'x'.repeat(100_000) };
  const { replayable, scanned, events } = shownOf([long, long, long, long, long]);
  expect([replayable, events.length]).toEqual([2, 2]);
  expect(scanned).toBeGreaterThan(256 * 1024);
  expect(scanned).toBeLessThan(4 * 100_000);
});
