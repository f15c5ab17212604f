import crypto, { randomBytes } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import {
  newSecret,
  sealSecret,
  signedByOneOf,
} from '../../../../src/domain/access/identity/clients/client-secret.ts';
import type { System } from '../../../../src/domain/context.ts';
import { hmac } from '../../../support/assertion.ts';

// What others import by name is what the module then has.
const hmacs = vi.spyOn(crypto, 'createHmac');
const deciphers = vi.spyOn(crypto, 'createDecipheriv');
syncBuiltinESMExports();
afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const system = { masterKey: randomBytes(32) } as unknown as System;
const secrets = [newSecret(), newSecret()];
const client = { id: 'c', secrets: secrets.map((secret) => sealSecret(system, 'c', secret)) };
const signedWith = (secret: string) => ({ signingInput: 'a.b', signature: hmac('a.b', secret) });

beforeEach(() => void vi.clearAllMocks());

it('either live secret signs', () => {
  for (const secret of secrets) expect(signedByOneOf(system, client, signedWith(secret))).toBe(true);
});

it('no other secret signs', () => {
  expect(signedByOneOf(system, client, signedWith(newSecret()))).toBe(false);
});

it('an unknown client takes the work of a wrong secret, of one live secret and of two', () => {
  const one = { ...client, secrets: client.secrets.slice(0, 1) };
  for (const candidate of [undefined, one, client]) {
    vi.clearAllMocks();
    expect(signedByOneOf(system, candidate, { signingInput: 'a.b', signature: 'x'.repeat(43) })).toBe(false);
    expect(hmacs).toHaveBeenCalledTimes(2);
    expect(deciphers).toHaveBeenCalledTimes(2);
  }
});
