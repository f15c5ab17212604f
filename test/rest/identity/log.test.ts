import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/platform/database/connection/client.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { assertionOf } from '../../support/assertion.ts';
import { testSystem } from '../../support/system.ts';
import { tokenForm, tokenService } from '../../support/token-service.ts';

const system = await testSystem();
const service = await tokenService(system);
const client = await createClient(system, { realms: ['dsp', 'admin'] });

it('the log gives the real reason of a refusal and the client it knows, never what the client sent', async () => {
  const wrong = assertionOf({ ...client, clientSecret: 'wrong' });
  await service.token(client, { client_assertion: wrong });
  expect(system.logged()).toContain(`wrong signature for client ${client.clientId}`);
  await service.token(client, { client_assertion: assertionOf({ ...client, claims: { exp: 1 } }) });
  expect(system.logged()).toContain('"reason":"expired"');
});

it('no secret, assertion, token or code reaches the log or an answer, whatever is done with them', async () => {
  const used: string[] = [client.clientSecret];
  const send = async (path: string, form: Record<string, string>, headers = {}) => {
    used.push(...['client_assertion', 'token', 'code'].flatMap((name) => form[name] ?? []));
    return (await service.post(path, form, headers)).body;
  };
  const bearer = await tokenFor(system, client, { realm: 'admin' });
  used.push(bearer);
  const headers = { authorization: `Bearer ${bearer}` };
  const answers = [
    await send('access_token', tokenForm(system, client)),
    await send('access_token', { ...tokenForm(system, client), realm: 'aaca' }),
    await send('access_token', { ...tokenForm(system, client), scope: client.clientSecret }),
    await send('access_token', { ...tokenForm(system, client), client_assertion: client.clientSecret }),
    await send('access_token', {
      ...tokenForm(system, client),
      grant_type: 'authorization_code',
      code: 'the-code',
    }),
    await send('access_token', { ...tokenForm(system, client), realm: client.clientSecret }),
    await send('introspect', { token: bearer }, headers),
    await send('introspect', { token: bearer }),
    await send('revoke', { ...tokenForm(system, client), token: bearer }),
    (await service.post(`access_token?${new URLSearchParams(tokenForm(system, client))}`, '')).body,
    (await service.post(`nowhere?token=${bearer}`, '')).body,
  ];
  // A database that is away must not make them known either.
  const away = openDatabase({ url: 'postgresql://flightline:password-of-the-database@127.0.0.1:1/none' });
  onTestFinished(away.close);
  const broken = await tokenService({ ...system, db: away.prisma, pool: away.pool });
  const unavailable = await broken.post('access_token', tokenForm(system, client));
  expect(unavailable).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  answers.push(unavailable.body);

  const issued = String(answers.shift()?.access_token);
  expect(issued).toContain('.');
  for (const secret of [...used, issued, 'password-of-the-database']) {
    expect(system.logged()).not.toContain(secret);
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(secret);
  }
});
