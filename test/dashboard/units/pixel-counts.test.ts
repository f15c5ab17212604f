import { expect, it } from 'vitest';
import { countsOf, refusalsOf, silentSince, worstFirst } from '../../../src/dashboard/pages/pixels/counts.ts';

const NOW = Date.parse('2026-03-03T12:30:00Z');
type Pixel = Parameters<typeof countsOf>[0];

const pixel = (databaseId: number, given: Partial<Pixel> = {}): Pixel => ({
  ...{ id: `Pixel:${databaseId}`, databaseId, name: `Pixel ${databaseId}` },
  advertiser: { name: 'Advertiser' },
  ...{ eventCounts: [], days: [], refusalReasons: [] },
  ...given,
});
const hour = (start: string, accepted: number, refused: number) => ({ start, accepted, refused });

it('a pixel has the events of 24 hours, the one that runs included, and no older ones', () => {
  const { accepted, refused, share, latest, hours } = countsOf(
    pixel(1, {
      eventCounts: [
        hour('2026-03-02T12:00:00.000Z', 100, 100),
        hour('2026-03-02T13:00:00.000Z', 3, 0),
        hour('2026-03-03T12:00:00.000Z', 5, 2),
      ],
    }),
    NOW,
  );
  expect({ accepted, refused, share, latest }).toEqual({
    ...{ accepted: 8, refused: 2, share: 0.2, latest: '2026-03-03T12:00:00.000Z' },
  });
  expect(hours).toHaveLength(24);
  expect([hours[0], hours[23]]).toEqual([
    { accepted: 3, refused: 0 },
    { accepted: 5, refused: 2 },
  ]);
});

it('a pixel is silent since its last hour of the day, else since its last day, and not after a short pause', () => {
  const day = { start: '2026-02-20T00:00:00.000Z', accepted: 1 };
  const since = (given: Partial<Pixel>) => silentSince(countsOf(pixel(1, given), NOW), NOW);
  expect(since({ eventCounts: [hour('2026-03-03T07:00:00.000Z', 1, 0)] })).toBeUndefined();
  expect(since({ eventCounts: [hour('2026-03-03T05:00:00.000Z', 1, 0)] })).toEqual({
    hour: '2026-03-03T05:00:00.000Z',
  });
  expect(since({ days: [{ ...day, start: '2026-02-19T00:00:00.000Z' }, day] })).toEqual({ day: day.start });
  expect(since({ days: [{ ...day, accepted: 0 }] })).toBe('always');
});

it('the worst pixel comes first, and one without events last, though it refused nothing', () => {
  const at = '2026-03-03T12:00:00.000Z';
  const counts = [
    pixel(1),
    pixel(2, { eventCounts: [hour(at, 90, 10)] }),
    pixel(3, { eventCounts: [hour(at, 1, 1)] }),
    pixel(4, { eventCounts: [hour(at, 5, 0)] }),
  ].map((each) => countsOf(each, NOW));
  expect(counts[0]?.share).toBeNull();
  expect(counts.sort(worstFirst).map(({ pixel }) => pixel.databaseId)).toEqual([3, 2, 4, 1]);
});

it('the reasons of all pixels are one list, the most frequent first', () => {
  const reason = (field: string | null, events: number) => ({
    ...{ field, events, reason: 'is required', latestAt: '2026-03-03T12:00:00.000Z' },
  });
  const refusals = refusalsOf([
    pixel(1, { refusalReasons: [reason('event_time', 2)] }),
    pixel(2, { refusalReasons: [reason(null, 7)] }),
  ]);
  expect(refusals.map(({ pixel, field, events }) => [pixel.databaseId, field, events])).toEqual([
    [2, null, 7],
    [1, 'event_time', 2],
  ]);
});
