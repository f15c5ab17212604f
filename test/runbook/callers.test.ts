import { expect, test, vi } from 'vitest';
import { rotateKeys } from '../../src/domain/access/identity/tokens/rotate-keys.ts';
import { createClient, tokenFor } from '../support/actors.ts';
import { audienceOf } from '../support/assertion.ts';
import { testSystem } from '../support/system.ts';
import { tokenForm } from '../support/token-service.ts';
import { anEvent, createPoster } from '../support/traffic/intake.ts';
import { expectInRunbook, start } from './support.ts';

const system = await testSystem();
vi.setConfig({ testTimeout: 120_000 });

test('the public URL is wrong', async () => {
  const client = await createClient(system);
  const broken = await start(system, { FLIGHTLINE_PUBLIC_URL: 'https://flightline.internal' });
  const answer = await fetch(`${broken.origin}/identity/oauth2/access_token`, {
    method: 'POST',
    body: new URLSearchParams(tokenForm(system, client)),
  });
  expect(answer.status).toBe(401);
  const line = broken.lines.find(({ msg }) => msg === 'the token service refused a request');
  expect(line?.reason).toBe(
    `wrong audience "${audienceOf('dsp')}": FLIGHTLINE_PUBLIC_URL lists the origins that are accepted`,
  );
  expectInRunbook('the token service refused a request');
  expectInRunbook('`wrong audience "…"`');
});

test('events are 401 after the signing keys were replaced', async () => {
  const { pixelId, client } = await createPoster(system);
  const token = await tokenFor(system, client, { realm: 'events' });
  await rotateKeys(system, { force: true });
  await system.pool.query('DELETE FROM signing_key WHERE active_from <= $1', [system.now()]);
  const broken = await start(system);
  const series = 'flightline_event_requests_refused_total{reason="UNAUTHENTICATED"}';
  const before = (await broken.figure(series)) ?? 0;
  for (let round = 0; round < 3; round += 1) {
    const { status } = await fetch(`${broken.origin}/v1/pixels/${pixelId}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify([anEvent()]),
    });
    expect(status).toBe(401);
  }
  // The alert FlightlineEventsRefused has the reason as its label.
  expect(((await broken.figure(series)) ?? 0) - before).toBe(3);
  const lines = broken.lines.filter(({ msg }) => msg === 'intake refused a token');
  expect(lines).toEqual([
    expect.objectContaining({
      level: 40,
      reason: 'the key that signed it is not valid any more, or belongs to another installation',
    }),
  ]);
  expectInRunbook('`the key that signed it is not valid any more, or belongs to another installation`');
});
