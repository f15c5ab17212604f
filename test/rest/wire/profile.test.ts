import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { listClients } from '../../../src/domain/access/identity/clients/list-clients.ts';
import { revokeClient } from '../../../src/domain/access/identity/clients/revoke-client.ts';
import { setClient } from '../../../src/domain/access/identity/clients/set-client.ts';
import { noteDefaultWire } from '../../../src/domain/access/tenancy/place.ts';
import { cliOn } from '../../support/cli.ts';
import { wireTest } from './support.ts';

const test = await wireTest();
const { system } = test;
const cli = cliOn(system);

/** Refused by a documented client's token, accepted by one of the observed profile. */
const OAUTH = { 'x-auth-method': 'OAUTH' };

describe('the profile of a client', () => {
  it('is set by client create and client set, and shown by client list', async () => {
    const { client } = await test.caller(undefined);
    const seat = ['--seat', String(client.seatId), '--json'];
    const { clientId } = JSON.parse((await cli('client', 'create', '--wire', 'observed', ...seat)).stdout);
    const set = await cli('client', 'set', '--client', client.clientId, '--wire', 'observed', '--json');
    expect(JSON.parse(set.stdout)).toEqual({ clientId: client.clientId, name: null, wire: 'observed' });
    const { clients } = JSON.parse((await cli('client', 'list', ...seat)).stdout);
    expect(clients).toMatchObject([
      { clientId: client.clientId, wire: 'observed' },
      { clientId, wire: 'observed' },
    ]);
  });

  it.each([
    ['client', 'create', '--seat', '1', '--wire', 'other'],
    ['client', 'set', '--client', 'x'],
  ])('%s %s: another one, or none where one is needed, is a usage error', async (...args) => {
    expect((await cli(...args, '--json')).code).toBe(2);
  });

  it('client set refuses an unknown client', async () => {
    expect((await cli('client', 'set', '--client', 'x', '--wire', 'observed', '--json')).code).toBe(1);
  });

  it('takes effect at once, for tokens that were issued before', async () => {
    const caller = await test.caller('documented');
    const status = async () => (await caller.send('GET', '/traffic/ratelimit', { headers: OAUTH })).status;
    expect(await status()).toBe(401);
    await setClient({ system, clientId: caller.client.clientId, wire: 'observed' });
    expect(await status()).toBe(200);
    await setClient({ system, clientId: caller.client.clientId, wire: 'documented' });
    expect(await status()).toBe(401);
  });

  it('is the default of the service for clients without one', async () => {
    const { client } = await test.caller(undefined);
    const observing = { ...system, config: { ...system.config, wire: 'observed' as const } };
    const shown = async (of: typeof system) =>
      (await listClients({ system: of, seatId: client.seatId })).clients[0]?.wire;
    expect(await shown(system)).toBe('documented');
    expect(await shown(observing)).toBe('observed');
    expect(loadConfig({ FLIGHTLINE_WIRE: 'observed' }).wire).toBe('observed');
    expect(() => loadConfig({ FLIGHTLINE_WIRE: 'other' })).toThrow(/FLIGHTLINE_WIRE/);
  });
});

describe('client list', () => {
  it('shows the default of the service, not of the shell in which the command runs', async () => {
    const { client } = await test.caller(undefined);
    const shown = async () => {
      const { stdout } = await cli('client', 'list', '--seat', String(client.seatId), '--json');
      return JSON.parse(stdout).clients[0].wire;
    };
    const started = (wire: 'observed' | 'documented') =>
      noteDefaultWire({ ...system, config: { ...system.config, wire } });
    await started('observed');
    expect(await shown()).toBe('observed');
    await started('documented');
    expect(await shown()).toBe('documented');
    await system.db.installation.updateMany({ data: { wire: null } });
    expect(await shown()).toBe('documented');
  });
});

describe('X-Auth-Method: OAUTH', () => {
  it.each(['/traffic/ratelimit', '/extreport/cob?advertiserId=1&day=20260101', '/v3/rest/dictionary'])(
    '%s: accepted from observed clients, refused from documented ones as without a token',
    async (path) => {
      const { observed, documented } = await test.pair();
      expect((await observed.send('GET', path, { headers: OAUTH })).status).not.toBe(401);
      expect((await observed.send('GET', path, { headers: { 'x-auth-method': 'oAuth2' } })).status).not.toBe(
        401,
      );
      const refused = await documented.send('GET', path, { headers: OAUTH });
      expect(refused.status).toBe(401);
      expect((await observed.send('GET', path, { headers: { 'x-auth-method': 'Basic' } })).status).toBe(401);
    },
  );
});

describe('a refusal of a dead token', () => {
  it('is worded by the profile of its client: expired, revoked or foreign', async () => {
    const { observed, documented } = await test.pair();
    const refusal = { httpStatusCode: 401, message: 'HTTP 401 Unauthorized', validationErrors: [] };
    const ask = async (caller: typeof observed) => (await caller.get('/traffic/ratelimit')).body;
    system.advance(3600);
    expect(await ask(observed)).toMatchObject({ errors: { ...refusal, validationMessages: [] } });
    expect((await ask(documented)).errors).toEqual(refusal);
    system.advance(-3600);
    expect((await ask(observed)).errors).toBeNull();
    await revokeClient({ system, clientId: observed.client.clientId });
    expect(await ask(observed)).toMatchObject({ errors: { ...refusal, validationMessages: [] } });
    const unsigned = { headers: { 'x-auth-token': 'e30.e30.e30' } };
    expect((await observed.send('GET', '/traffic/ratelimit', unsigned)).body.errors).toEqual(refusal);
  });
});
