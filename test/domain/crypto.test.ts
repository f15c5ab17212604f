import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { constantTimeEqual, deriveKey, seal, sha256, unseal } from '../../src/platform/keys/crypto.ts';

const sealing = { masterKey: randomBytes(32), purpose: 'test', owner: 'row 1' };

describe('a sealed value', () => {
  it('opens to what was sealed', () => {
    expect(unseal(seal('Grüße', sealing), sealing)).toBe('Grüße');
  });

  it('looks different every time', () => {
    expect(seal('secret', sealing).equals(seal('secret', sealing))).toBe(false);
  });

  it.each([
    ['another master key', { ...sealing, masterKey: randomBytes(32) }],
    ['another purpose', { ...sealing, purpose: 'other' }],
    ['the row of another owner', { ...sealing, owner: 'row 2' }],
  ])('does not open with %s', (_, other) => {
    const sealed = seal('secret', sealing);
    expect(() => unseal(sealed, other)).toThrow('Start with the master key that it was encrypted with');
  });

  it('does not open when a single bit has changed', () => {
    const sealed = seal('secret', sealing);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => unseal(changed, sealing)).toThrow();
    }
  });
});

it('each purpose has a separate key', () => {
  const keys = ['a', 'b'].map((purpose) => deriveKey(sealing.masterKey, purpose).toString('hex'));
  expect(new Set([...keys, sealing.masterKey.toString('hex')]).size).toBe(3);
});

it('a digest of several texts knows where one ends', () => {
  expect(sha256('ab', 'c').equals(sha256('a', 'bc'))).toBe(false);
});

it('texts are compared whole, whatever their lengths', () => {
  expect(constantTimeEqual('same', 'same')).toBe(true);
  expect(constantTimeEqual('same', 'samE')).toBe(false);
  expect(constantTimeEqual('same', 'same ')).toBe(false);
});
