import { describe, expect, it, vi } from 'vitest';
import { authenticate } from '../../../../src/domain/access/identity/authenticate.ts';
import { revokeClient } from '../../../../src/domain/access/identity/clients/revoke-client.ts';
import { signedClaims } from '../../../../src/domain/access/identity/tokens/access-token.ts';
import { rememberedAccess } from '../../../../src/domain/access/identity/tokens/remembered-access.ts';
import { grantUser } from '../../../../src/domain/access/tenancy/grant-user.ts';
import { syncSeat } from '../../../../src/domain/access/tenancy/sync-seat.ts';
import { NotFoundError, UnauthenticatedError } from '../../../../src/domain/errors.ts';
import { createClient, createSeat, tokenFor } from '../../../support/actors.ts';
import { testSystem } from '../../../support/system.ts';

const system = await testSystem();
const enter = (token: string | undefined, seat?: string) =>
  authenticate({ system, token, scope: 'dsp-api-access', seat, requestId: 'r' });

describe('a valid token', () => {
  it('gives the call its user, client, role and seat', async () => {
    const client = await createClient(system, { role: 'EDITOR' });
    const ctx = await enter(await tokenFor(system, client));
    const { userId, clientId, seatId } = client;
    expect(ctx.actor).toEqual({ userId, clientId, role: 'EDITOR', seatIds: [seatId], wire: 'documented' });
    expect(ctx).toMatchObject({ seatId, requestId: 'r', validateOnly: false, ignoredFields: [] });
  });

  it('gives the call what the seat has at this moment', async () => {
    const { seatId } = await createSeat(system, { legalComplianceCountry: 'DE' });
    const token = await tokenFor(system, await createClient(system, { seatId }));
    expect((await enter(token)).seat).toEqual({ legalComplianceCountry: 'DE', readOnly: false });
    await syncSeat({ system, seatId, readOnly: true });
    expect((await enter(token)).seat.readOnly).toBe(true);
  });

  it('gives two calls two contexts', async () => {
    const token = await tokenFor(system, await createClient(system));
    const [first, second] = await Promise.all([enter(token), enter(token)]);
    expect(first.ignoredFields).not.toBe(second.ignoredFields);
  });
});

describe('the seat that a call names', () => {
  it('is entered with the role that the user has there', async () => {
    const client = await createClient(system);
    const { seatId } = await createSeat(system);
    await grantUser({ system, userId: client.userId, seatId, role: 'VIEWER' });
    const ctx = await enter(await tokenFor(system, client), `${seatId}`);
    expect(ctx.seatId).toBe(seatId);
    expect(ctx.actor).toMatchObject({ role: 'VIEWER', seatIds: [client.seatId, seatId] });
  });

  it('of another tenant is not found, with the same response as if it did not exist', async () => {
    const token = await tokenFor(system, await createClient(system));
    const { seatId } = await createSeat(system);
    const messages = new Set<string>();
    for (const seat of [
      `${seatId}`,
      '2000000000',
      '99999999999',
      '0',
      '-1',
      '1.0',
      '01',
      '',
      ' ',
      'one',
      '1e0',
      '\0',
    ]) {
      const error = await enter(token, seat).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(NotFoundError);
      messages.add((error as Error).message);
    }
    expect([...messages]).toEqual(['Seat not found.']);
  });
});

/** What another process changes is announced by the database: within a second, mostly in a few milliseconds. */
const refusedSoon = (token: string) =>
  vi.waitFor(() => expect(enter(token)).rejects.toBeInstanceOf(UnauthenticatedError), 1_000);

describe('a call is refused', () => {
  it.each([undefined, '', 'x', 'a.b.c', '\0', 'x'.repeat(10_000)])('with the token %j', async (token) => {
    await expect(enter(token)).rejects.toBeInstanceOf(UnauthenticatedError);
  });

  it('with a token of another scope', async () => {
    const token = await tokenFor(system, await createClient(system), { realm: 'aaca' });
    await expect(enter(token)).rejects.toBeInstanceOf(UnauthenticatedError);
  });

  it('with an expired token, also when it was good a moment ago', async () => {
    const token = await tokenFor(system, await createClient(system));
    await enter(token);
    system.advance(3599);
    await expect(enter(token)).rejects.toBeInstanceOf(UnauthenticatedError);
    system.advance(-3599);
  });

  it('with the token of a revoked client, at once', async () => {
    const client = await createClient(system);
    const token = await tokenFor(system, client);
    await enter(token);
    await revokeClient({ system, clientId: client.clientId });
    await expect(enter(token)).rejects.toBeInstanceOf(UnauthenticatedError);
  });

  it('with a token that another process revoked, within a second', async () => {
    const token = await tokenFor(system, await createClient(system));
    const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    await enter(token);
    await system.db.revokedToken.create({ data: { jti, expiresAt: system.now() } });
    await refusedSoon(token);
  });

  it('when the client has lost the realm of its token', async () => {
    const { clientId, ...client } = await createClient(system);
    const token = await tokenFor(system, { clientId, ...client });
    await system.db.apiClient.update({ where: { id: clientId }, data: { realms: ['events'] } });
    await refusedSoon(token);
  });

  it('when the user has left the seat of the client', async () => {
    const client = await createClient(system);
    const token = await tokenFor(system, client);
    await system.db.seatMember.deleteMany({ where: { userId: client.userId } });
    await refusedSoon(token);
  });

  it('when the key that signed its token was withdrawn', async () => {
    const own = await testSystem();
    const token = await tokenFor(own, await createClient(own));
    const enterOwn = () => authenticate({ system: own, token, scope: 'dsp-api-access', requestId: 'r' });
    await enterOwn();
    await own.db.signingKey.deleteMany();
    // Another process, which has not cached the key set.
    const { pool } = await testSystem();
    await expect(
      authenticate({ system: { ...own, pool }, token, scope: 'dsp-api-access', requestId: 'r' }),
    ).rejects.toBeInstanceOf(UnauthenticatedError);
  });
});

it('a change of a client, its user, its seat or its token is forgotten for no other client', async () => {
  const remembered = rememberedAccess(system);
  const [own, other] = [await createClient(system), await createClient(system)];
  const tokens = [await tokenFor(system, own), await tokenFor(system, other)];
  const ids = await Promise.all(tokens.map(async (token) => (await signedClaims(system, token))?.jti ?? ''));
  const areRemembered = (expected: readonly boolean[]) =>
    vi.waitFor(() => expect(ids.map((id) => remembered.get(id) !== undefined)).toEqual(expected), 5_000);
  const changes = [
    `UPDATE api_client SET wire = 'observed' WHERE id = '${own.clientId}'`,
    `UPDATE seat_member SET role = 'VIEWER' WHERE user_id = ${own.userId}`,
    `UPDATE seat SET read_only = true WHERE id = ${own.seatId}`,
    `INSERT INTO revoked_token VALUES ('${ids[0]}', now() + interval '1 day')`,
  ];
  for (const change of changes) {
    await vi.waitFor(async () => {
      await Promise.all(tokens.map((token) => enter(token)));
      expect(ids.map((id) => remembered.get(id)?.wire)).not.toContain(undefined);
    }, 5_000);
    await system.pool.query(change);
    await areRemembered([false, true]);
  }
  // Access depends on neither of the first two.
  const { changes: before } = remembered;
  await system.pool.query(
    `UPDATE api_client SET rotated_at = now(), wire = wire WHERE id = '${other.clientId}';
     UPDATE seat SET name = name || '!' WHERE id = ${other.seatId}; ${changes[0]?.replace('observed', 'documented')}`,
  );
  await vi.waitFor(() => expect(remembered.changes).toBe(before + 1), 5_000);
  await areRemembered([false, true]);
});

it('a hundred calls at once ask the database together', async () => {
  const token = await tokenFor(system, await createClient(system));
  await enter(token);
  let statements = 0;
  const counting = new Proxy(system.pool, {
    get: (pool, name, receiver) => {
      if (name === 'query') statements += 1;
      return Reflect.get(pool, name, receiver);
    },
  });
  const other = { ...system, pool: counting };
  const calls = Array.from({ length: 100 }, () =>
    authenticate({ system: other, token, scope: 'dsp-api-access', requestId: 'r' }),
  );
  expect(await Promise.all(calls)).toHaveLength(100);
  expect(statements).toBe(1);
});
