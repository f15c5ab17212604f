import { afterAll, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { testSystem } from '../../support/system.ts';
import { fuzzIntake } from '../../support/traffic/fuzz-intake.ts';
import { createPoster } from '../../support/traffic/intake.ts';

const system = await testSystem();
const app = await buildApp({ system });
afterAll(() => app.close());

/** 2,000 here; `npm run test:fuzz` sends 20,000. */
const requests = Number(process.env.FUZZ_INTAKE_REQUESTS ?? 2_000);

it(`${requests} generated requests: none is a 5xx, and at least 40 % are valid`, {
  timeout: 300_000,
}, async () => {
  const poster = await createPoster(system);
  const { advertiserId } = poster;
  await system.db.advertiserQuota.create({ data: { advertiserId, eventsPerSec: 1_000_000 } });
  const statuses = await fuzzIntake({ app, poster, requests, seed: 20_261_121 });
  console.log(
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  );
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  expect(statuses.get(200) ?? 0).toBeGreaterThanOrEqual(0.4 * requests);
});
