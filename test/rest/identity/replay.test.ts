import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createClient } from '../../support/actors.ts';
import { assertionOf } from '../../support/assertion.ts';
import { crash, startTokenProcess } from '../../support/processes/start.ts';
import { testSystem } from '../../support/system.ts';
import { tokenForm, tokenService } from '../../support/token-service.ts';

const NOT_VALID = { error: 'invalid_client', error_description: 'JWT is has expired or is not valid' };
const system = await testSystem();
const service = await tokenService(system);
const client = await createClient(system);
const eventsForm = { realm: 'events', scope: 'pixel-event' };
const withJti = (jti: string, who = client) =>
  assertionOf({ ...who, realm: 'events', claims: { jti, iat: Date.now() / 1000 - Math.random() * 100 } });

async function statusesFrom(origins: readonly string[], form: Record<string, string>): Promise<number[]> {
  const answers = await Promise.all(
    origins.map((origin) =>
      fetch(`${origin}/identity/oauth2/access_token`, { method: 'POST', body: new URLSearchParams(form) }),
    ),
  );
  return answers.map(({ status }) => status);
}

// covers: 1.token-request.client_assertion
it.each(['dsp', 'events', 'aaca'])('replay in sequence: realm %s takes an assertion once', async (realm) => {
  const form = tokenForm(system, client, realm);
  expect((await service.post('access_token', form)).status).toBe(200);
  expect(await service.post('access_token', form)).toMatchObject({ status: 401, body: NOT_VALID });
});

it('replay of a jti: in the events realm another assertion with it is refused, in upper case too', async () => {
  const jti = randomUUID();
  const first = await service.token(client, { ...eventsForm, client_assertion: withJti(jti) });
  expect(first.status).toBe(200);
  for (const again of [jti, jti.toUpperCase()]) {
    const answer = await service.token(client, { ...eventsForm, client_assertion: withJti(again) });
    expect(answer).toMatchObject({ status: 401, body: NOT_VALID });
  }
});

it('the same jti from another client is allowed', async () => {
  const jti = randomUUID();
  for (const who of [client, await createClient(system)])
    expect((await service.token(who, { ...eventsForm, client_assertion: withJti(jti, who) })).status).toBe(
      200,
    );
});

it('a stranger cannot use up a jti: a wrong signature spends nothing', async () => {
  const jti = randomUUID();
  const forged = withJti(jti, { ...client, clientSecret: 'wrong' });
  expect((await service.token(client, { ...eventsForm, client_assertion: forged })).status).toBe(401);
  expect((await service.token(client, { ...eventsForm, client_assertion: withJti(jti) })).status).toBe(200);
});

it.each([undefined, 'not-a-uuid', '00000000-0000-0000-0000-00000000000g'])(
  'in the events realm jti is a UUID: %s is refused',
  async (jti) => {
    const client_assertion = assertionOf({ ...client, realm: 'events', claims: { jti } });
    const answer = await service.token(client, { ...eventsForm, client_assertion });
    expect(answer.body).toEqual({
      error: 'invalid_client',
      error_description: 'Client authentication failed',
    });
  },
);

it.each(['dsp', 'events'])(
  'of 200 concurrent uses of an assertion realm %s accepts exactly one',
  async (realm) => {
    const form = tokenForm(system, client, realm);
    const answers = await Promise.all(Array.from({ length: 200 }, () => service.post('access_token', form)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(199);
  },
);

it('of 50 concurrent assertions with the same jti exactly one is accepted', async () => {
  const jti = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      service.token(client, { ...eventsForm, client_assertion: withJti(jti) }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('replay across two processes and after a restart: what one has taken all refuse', async () => {
  const [a, b] = await Promise.all([startTokenProcess(system), startTokenProcess(system)]);
  const both = Array.from({ length: 100 }, (_, index) => (index % 2 ? a.origin : b.origin));
  const statuses = await statusesFrom(both, tokenForm(system, client, 'events'));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);

  const form = tokenForm(system, client, 'events');
  expect(await statusesFrom([a.origin], form)).toEqual([200]);
  expect(await statusesFrom([b.origin], form)).toEqual([401]);
  await crash(a);
  const restarted = await startTokenProcess(system);
  expect(await statusesFrom([restarted.origin], form)).toEqual([401]);
});
