import { expect, test } from 'vitest';
import type { System } from '../../../../src/domain/context.ts';
import { type Activity, announce } from '../../../../src/domain/events/event/activity.ts';
import { testSystem } from '../../../support/system.ts';

/** What is asked first: whose pixels these are. */
const PIXELS = { rows: [{ id: 1, seatId: 1 }] };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('live views are told in the order of arrival, also when the database takes its time', async () => {
  const told: string[] = [];
  let slowness = 200;
  const pool = {
    query: async (asked: string | { values: [string, string[]] }) => {
      if (typeof asked === 'string') return PIXELS;
      const [, messages] = asked.values;
      const wait = slowness;
      slowness = 0;
      await pause(wait);
      told.push(
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
  await expect.poll(() => told).toEqual(['1', '2', '3']);
});

test('what could not be told holds nothing up', async () => {
  const told: number[] = [];
  const pool = {
    query: async (asked: string | { values: [string, string[]] }) => {
      if (typeof asked === 'string') return PIXELS;
      told.push(asked.values[1].length);
      if (told.length === 1) throw new Error('gone');
      return undefined;
    },
  } as unknown as System['pool'];
  const system = { ...(await testSystem()), pool };
  for (let time = 1; time <= 2; time += 1) {
    announce({ system, pixelId: 1, seatId: 1, activity: { at: '1', outcome: 'REFUSED', clientId: 'c' } });
    await expect.poll(() => told.length).toBe(time);
  }
});
