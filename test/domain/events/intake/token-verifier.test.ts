import { describe, expect, it, vi } from 'vitest';
import { UnavailableError } from '../../../../src/domain/errors.ts';
import type { VerifiedToken } from '../../../../src/domain/events/intake/introspection.ts';
import { TokenVerifier } from '../../../../src/domain/events/intake/token-verifier.ts';

const MINUTE_MS = 60_000;

function verifier(answer: (token: string) => Promise<VerifiedToken | undefined>) {
  let now = 1_000_000_000_000;
  const introspect = vi.fn(answer);
  return {
    introspect,
    verifier: new TokenVerifier({ introspect, now: () => new Date(now) }),
    advance: (ms: number) => {
      now += ms;
    },
    token: (lifetimeMs: number): VerifiedToken => ({
      clientId: 'c',
      seatId: 1,
      scopes: ['pixel-event'],
      expiresAt: now + lifetimeMs,
    }),
  };
}

describe('the four steps of token verification', () => {
  // covers: 1.token-verification-by-the-intake-interface.1, 1.token-verification-by-the-intake-interface.3, 1.limits.token-verification-cache-lifetime
  it('introspects once, caches the response for 7 minutes, and then introspects again', async () => {
    const test = verifier(async () => test.token(60 * MINUTE_MS));
    for (const step of [0, 3, 3.99]) {
      test.advance(step * MINUTE_MS);
      expect(await test.verifier.verify('a')).toMatchObject({ clientId: 'c' });
    }
    expect(test.introspect).toHaveBeenCalledTimes(1);
    test.advance(0.01 * MINUTE_MS);
    await test.verifier.verify('a');
    expect(test.introspect).toHaveBeenCalledTimes(2);
  });

  it('remembers an inactive token for 7 minutes as well', async () => {
    const test = verifier(async () => undefined);
    expect(await test.verifier.verify('a')).toBeUndefined();
    expect(await test.verifier.verify('a')).toBeUndefined();
    expect(test.introspect).toHaveBeenCalledTimes(1);
  });

  it('never uses a cached response after the token’s exp', async () => {
    const test = verifier(async () => test.token(2 * MINUTE_MS));
    await test.verifier.verify('a');
    test.advance(2 * MINUTE_MS);
    await test.verifier.verify('a');
    expect(test.introspect).toHaveBeenCalledTimes(2);
  });

  it('concurrent misses for one token make one call, those for another one their own', async () => {
    const test = verifier(async () => test.token(MINUTE_MS));
    await Promise.all([...Array(50)].flatMap(() => [test.verifier.verify('a'), test.verifier.verify('b')]));
    expect(test.introspect).toHaveBeenCalledTimes(2);
  });

  it('a failure reaches all who wait and is not remembered', async () => {
    const test = verifier(async () => {
      throw new UnavailableError();
    });
    const waiting = [test.verifier.verify('a'), test.verifier.verify('a')];
    for (const one of waiting) await expect(one).rejects.toBeInstanceOf(UnavailableError);
    test.introspect.mockImplementation(async () => test.token(MINUTE_MS));
    expect(await test.verifier.verify('a')).toMatchObject({ clientId: 'c' });
  });

  it('holds at most 10,000 answers; a token in use is not pushed out by made-up ones', async () => {
    const test = verifier(async () => test.token(MINUTE_MS));
    await test.verifier.verify('mine');
    for (let n = 0; n < 12_000; n += 1) {
      await test.verifier.verify(`made-up ${n}`);
      if (n % 5_000 === 0) await test.verifier.verify('mine');
    }
    const calls = test.introspect.mock.calls.length;
    expect(calls).toBe(12_001);
    await test.verifier.verify('made-up 0');
    expect(test.introspect.mock.calls.length).toBe(calls + 1);
  });

  it('a text that is too long for a token is not introspected', async () => {
    const test = verifier(async () => test.token(MINUTE_MS));
    expect(await test.verifier.verify('x'.repeat(9_000))).toBeUndefined();
    expect(test.introspect).not.toHaveBeenCalled();
  });
});
