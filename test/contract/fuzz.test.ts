import { expect, test } from 'vitest';
import { fuzz } from './fuzz/run.ts';
import { guardedSystem } from './guards/guarded.ts';

/** Generated requests of both faces, good ones and spoiled ones; `npm run test:fuzz` sends more of them. */

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_500);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const HOUR_MS = 3_600_000;

const guarded = await guardedSystem();

test('no request is answered with an internal error, or late', { timeout: HOUR_MS }, async () => {
  const { answers, accepted, slowestMs, faults } = await fuzz({ guarded, seed: SEED, requests: REQUESTS });
  const table = Object.entries(answers).sort(([, a], [, b]) => b - a);
  if (REQUESTS > 1_500)
    console.log(
      [
        ...table.map(([what, count]) => `${String(count).padStart(7)}  ${what}`),
        `slowest ${slowestMs} ms`,
      ].join('\n'),
    );
  expect(faults.slice(0, 20).join('\n')).toBe('');
  expect(accepted / REQUESTS).toBeGreaterThanOrEqual(0.4);
  expect(Object.keys(answers).some((key) => key.includes(' 429'))).toBe(false);
});
