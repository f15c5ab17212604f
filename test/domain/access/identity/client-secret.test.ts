import { createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import type { System } from '../../../../src/domain/context.ts';
import { hmac } from '../../../support/assertion.ts';

vi.mock('node:crypto', async (load) => {
  const crypto = await load<typeof import('node:crypto')>();
  return {
    ...crypto,
    createHmac: vi.fn(crypto.createHmac),
    createDecipheriv: vi.fn(crypto.createDecipheriv),
  };
});

// Test files share their modules; this one needs its own, made on the counted functions.
vi.resetModules();
const { newSecret, sealSecret, signedByOneOf } = await import(
  '../../../../src/domain/access/identity/clients/client-secret.ts'
);

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
    expect(vi.mocked(createHmac)).toHaveBeenCalledTimes(2);
    expect(vi.mocked(createDecipheriv)).toHaveBeenCalledTimes(2);
  }
});
