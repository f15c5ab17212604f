import { expect, test } from 'vitest';
import { holdsAddress } from '../../../src/domain/intake/address.ts';

/** The rule as regular expressions say it, which take too long for megabytes of escapes. */
function holdsAddressPlainly(text: string): boolean {
  let plain = text;
  for (let pass = 0; pass < 5; pass += 1)
    plain = plain
      .replace(/%(?:25)+/g, '%')
      .replace(/%ef%bc%a0|%ef%b9%ab/gi, '@')
      .replace(/%([0-7][\da-f])/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /[^\s@/=&?#,;:<>()[\]{}'"`|\\]@(?:(?:[\p{L}\p{M}\p{N}_-]+\.)+\p{L}{2}|\[(?:\d|ipv6:))/iu.test(
    plain.replace(/[\uff20\ufe6b]/g, '@'),
  );
}

const PARTS = [
  ...['@', '%40', '%2540', '%%34%30', '\uff20', '\ufe6b', '%ef%bc%a0', '%EF%B9%AB'],
  ...['.', '%2e', 'a', 'com', 'xn--', '1', '_', '-', '%61', '%', '25', '4', '0', '[', 'IPv6:'],
  ...['é', 'ß', '\u0301', '𝒜', '😀', '“', ' ', '\u00a0', '/', '"', ':'],
];

test('addresses are found however they are escaped, and nothing else is', () => {
  const pick = () => PARTS[Math.floor(Math.random() * PARTS.length)];
  let found = 0;
  for (let run = 0; run < 50_000; run += 1) {
    const text = Array.from({ length: 2 + (run % 8) }, pick).join('');
    const holds = holdsAddressPlainly(text);
    expect(holdsAddress(text), JSON.stringify(text)).toBe(holds);
    found += Number(holds);
  }
  expect(found).toBeGreaterThan(50);
});
