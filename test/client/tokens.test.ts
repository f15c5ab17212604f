import { describe, expect, it } from 'vitest';
import { AdvertisersDocument } from '../../src/client/documents.ts';
import { tokenFor } from '../support/actors.ts';
import { serve, spyFetch } from './service.ts';

const service = await serve();
const credentials = await service.register();

describe('access tokens of the client', () => {
  it('are requested once for concurrent calls, and cached', async () => {
    const { fetch, to } = spyFetch();
    const client = service.connect(credentials, { fetch });
    await Promise.all(Array.from({ length: 5 }, () => client.request(AdvertisersDocument)));
    await client.request(AdvertisersDocument);
    expect(to('/access_token')).toHaveLength(1);
    expect(to('/graphql').map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  it('are renewed before they expire, with a new assertion', async () => {
    const { fetch, to } = spyFetch();
    const client = service.connect(credentials, { fetch });
    await client.request(AdvertisersDocument);
    service.system.advance(3599 - 80);
    await client.request(AdvertisersDocument);
    const [first, second, ...more] = to('/access_token').map(({ body }) => body);
    expect(more).toEqual([]);
    expect(first).not.toBe(second);
    expect(to('/graphql').map(({ status }) => status)).toEqual([200, 200]);
  });

  it('are renewed when the service refuses one that should still be good, and the call is sent again', async () => {
    const { fetch, to } = spyFetch();
    // Its clock stands still, so that it does not see the token expire.
    const client = service.connect(credentials, { fetch, now: frozen(service.system.now()) });
    await client.request(AdvertisersDocument);
    service.system.advance(4000);
    await expect(client.request(AdvertisersDocument)).rejects.toMatchObject({
      // The renewal is refused too, for an assertion from the past; that is the answer.
      code: 'invalid_client',
      status: 401,
    });
    expect(to('/graphql').map(({ status }) => status)).toEqual([200, 401]);
    expect(to('/access_token')).toHaveLength(2);
  });

  it('that were revoked are replaced without the caller noticing', async () => {
    const { fetch, to } = spyFetch();
    const client = service.connect(credentials, { fetch });
    await client.request(AdvertisersDocument);
    await revoke(to('/graphql')[0]?.headers.get('authorization'));
    await expect(client.request(AdvertisersDocument)).resolves.toEqual({
      advertisers: expect.objectContaining({ nodes: [] }),
    });
    expect(to('/graphql').map(({ status }) => status)).toEqual([200, 401, 200]);
  });

  it('are not given for a wrong secret, which is said once and not tried again', async () => {
    const { fetch, calls } = spyFetch();
    const client = service.connect({ ...credentials, clientSecret: 'x'.repeat(43) }, { fetch });
    await expect(client.request(AdvertisersDocument)).rejects.toMatchObject({
      name: 'FlightlineError',
      status: 401,
      code: 'invalid_client',
    });
    expect(calls).toHaveLength(1);
  });

  it('are requested again while the token service is unavailable, each time with a new assertion', async () => {
    const { fetch, to } = spyFetch((call) => (call <= 2 ? new Response('', { status: 503 }) : undefined));
    const client = service.connect(credentials, { fetch });
    await client.request(AdvertisersDocument);
    const bodies = to('/access_token').map(({ body }) => body);
    expect(new Set(bodies).size).toBe(3);
  });
});

const frozen = (at: Date) => () => at.getTime();

/** The operator's way: a token with scope `revoke` revokes any (the token service, revocation). */
async function revoke(authorization: string | null | undefined): Promise<void> {
  const operator = await service.register({ realms: ['admin'] });
  const bearer = await tokenFor(service.system, operator, { realm: 'admin' });
  const response = await fetch(`${service.origin}/identity/oauth2/revoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: new URLSearchParams({ token: String(authorization).replace('Bearer ', '') }),
  });
  expect(response.status).toBe(200);
}
