import { expect, test } from 'vitest';
import type { System } from '../../../../src/domain/context.ts';
import { type Activity, announce } from '../../../../src/domain/events/event/activity.ts';
import { testSystem } from '../../../support/system.ts';

/** The first query: the seats of the pixels. */
const PIXELS = { rows: [{ id: 1, seatId: 1 }] };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('live views are notified in the order of arrival, even if the database is slow', async () => {
  const sent: string[] = [];
  let slowness = 200;
  const pool = {
    query: async (statement: string | { values: [string, string[]] }) => {
      if (typeof statement === 'string') return PIXELS;
      const [, messages] = statement.values;
      const wait = slowness;
      slowness = 0;
      await pause(wait);
      sent.push(
        ...messages.flatMap((text) => JSON.parse(text).payload.activities.map(({ at }: Activity) => at)),
      );
      return undefined;
    },
  } as unknown as System['pool'];
  const system = { ...(await testSystem()), pool };
  for (const at of ['1', '2', '3']) {
    announce({ system, pixelId: 1, seatId: 1, activity: { at, outcome: 'REFUSED', clientId: 'c' } });
    await pause(80);
  }
  await expect.poll(() => sent).toEqual(['1', '2', '3']);
});

test('a notification that fails delays no other', async () => {
  const sent: number[] = [];
  const pool = {
    query: async (statement: string | { values: [string, string[]] }) => {
      if (typeof statement === 'string') return PIXELS;
      sent.push(statement.values[1].length);
      if (sent.length === 1) throw new Error('gone');
      return undefined;
    },
  } as unknown as System['pool'];
  const system = { ...(await testSystem()), pool };
  for (let time = 1; time <= 2; time += 1) {
    announce({ system, pixelId: 1, seatId: 1, activity: { at: '1', outcome: 'REFUSED', clientId: 'c' } });
    await expect.poll(() => sent.length).toBe(time);
  }
});
