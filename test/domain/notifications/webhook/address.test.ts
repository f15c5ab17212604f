import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../../src/config.ts';
import {
  NoAddressError,
  pinnedAddress,
} from '../../../../src/domain/notifications/webhook/receiver/resolve.ts';
import { urlProblem } from '../../../../src/domain/notifications/webhook/receiver/url.ts';
import { mayReceive } from '../../../../src/platform/network/address-range.ts';

const { webhookAllow: allowed } = loadConfig({
  FLIGHTLINE_WEBHOOK_ALLOW: '10.1.0.0/16, fd00:1::/32,127.0.0.1',
});

/** IANA's registries of special-purpose addresses, multicast, and what clouds serve to their machines. */
const SPECIAL = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32
  168.63.129.16/32 169.254.169.254/32 169.254.170.2/32 100.100.100.200/32 192.0.0.192/32
  ::/128 ::1/128 ::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001::/32
  2001:1::1/128 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32 2002::/16
  2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fd00:ec2::254/128 fe80::/10 fec0::/10 ff00::/8`
  .trim()
  .split(/\s+/)
  .map((text) => ipaddr.parseCIDR(text));
type Range = (typeof SPECIAL)[number];

/** The first and last addresses of a range, and some between, by a fixed sequence. */
function addressesOf([network, bits]: Range): (ipaddr.IPv4 | ipaddr.IPv6)[] {
  const bytes = network.toByteArray();
  let seed = bits + 1;
  const fill = (next: () => number) =>
    ipaddr.fromByteArray(
      bytes.map((byte, at) => {
        const free = Math.min(8, Math.max(0, (at + 1) * 8 - bits));
        const mask = 2 ** free - 1;
        return (byte & ~mask) | (next() & mask);
      }),
    );
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed >> 16;
  };
  return [fill(() => 0), fill(() => 255), ...Array.from({ length: 50 }, () => fill(random))];
}

/** The ways to embed an IPv4 address in an IPv6 address, NAT64 of both prefixes, 6to4 and Teredo among them. */
function embedded(address: ipaddr.IPv4): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.toByteArray();
  const pair = (high: number, low: number) => (high * 256 + low).toString(16);
  const hex = `${pair(a, b)}:${pair(c, d)}`;
  const inverted = `${pair(255 - a, 255 - b)}:${pair(255 - c, 255 - d)}`;
  return [
    ...['::ffff:', '::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '64:ff9b:1:abcd::'].map(
      (prefix) => prefix + hex,
    ),
    `2002:${hex}::1`,
    `2001:0:${hex}::1`,
    `2001:0:4136:e378:8000:63bf:${inverted}`,
    `::ffff:${address}`,
  ];
}

/** The spellings of an IPv4 address that a URL may have. */
function spelled(address: ipaddr.IPv4): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.toByteArray();
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const octal = (part: number) => `0${part.toString(8)}`;
  const hex = (part: number) => `0x${part.toString(16)}`;
  return [
    String(address),
    String(number),
    hex(number),
    octal(number),
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map(hex).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${octal(b)}.${c}.${d}.`,
  ];
}

test.each(SPECIAL.map((range) => [range.join('/'), range] as const))(
  'no address of %s may receive, however it is written',
  (_text, range) => {
    for (const address of addressesOf(range)) {
      const isIPv4 = address instanceof ipaddr.IPv4;
      const texts = isIPv4 ? [String(address), ...embedded(address)] : [address.toNormalizedString()];
      expect(texts.map((text) => [text, mayReceive(text, [])])).toEqual(
        texts.map((text) => [text, undefined]),
      );
      const hosts = isIPv4
        ? [...spelled(address), ...embedded(address).map((text) => `[${text}]`)]
        : [`[${address}]`];
      expect(hosts.map((host) => [host, urlProblem(`https://${host}/`, [])])).toEqual(
        hosts.map((host) => [
          host,
          URL.canParse(`https://${host}/`) ? 'must be at a public address' : 'must be an https URL',
        ]),
      );
    }
  },
);

test('what is no address may not receive', () => {
  for (const text of ['no address', '', '1.2.3.4.5', 'fe80::1%eth0', '8.8.8.8/32'])
    expect(mayReceive(text, [])).toBeUndefined();
});

describe('ports', () => {
  const PORTS = [
    0, 1, 22, 25, 53, 80, 110, 444, 2375, 3306, 5432, 6379, 8080, 8442, 8444, 9200, 11_211, 65_535,
  ];
  const others = PORTS.map(String);
  const names = ['8.8.8.8', '[2606:4700::1111]', 'hooks.example'];

  test('of public addresses are 443 and 8443', () => {
    for (const host of names) {
      for (const port of ['', ':443', ':8443', ':0443'])
        expect(urlProblem(`https://${host}${port}/`, [])).toBeUndefined();
      for (const port of others)
        expect([port, urlProblem(`https://${host}:${port}/`, [])]).toEqual([
          port,
          port === '0' ? 'must not have port 0' : 'must have port 443 or 8443',
        ]);
    }
  });

  test('are checked at each connection too, when the name has an address', async () => {
    const to = (address: string) => (port: string) =>
      pinnedAddress({
        url: new URL(`https://hooks.example:${port}`),
        allowed,
        resolve: async () => [address],
      });
    for (const port of others) {
      await expect(to('8.8.8.8')(port)).rejects.toThrow(NoAddressError);
      expect(await to('10.1.2.3')(port)).toBe('10.1.2.3');
    }
    for (const port of ['443', '8443']) expect(await to('8.8.8.8')(port)).toBe('8.8.8.8');
  });

  test('of addresses that the operator allows are free', () => {
    for (const port of [22, 8080, 9200]) {
      expect(urlProblem(`https://10.1.2.3:${port}/`, allowed)).toBeUndefined();
      expect(urlProblem(`http://10.1.2.3:${port}/`, allowed)).toBeUndefined();
      expect(urlProblem(`https://8.8.8.8:${port}/`, allowed)).toBe('must have port 443 or 8443');
      // Its address is looked up when a connection is made.
      expect(urlProblem(`https://hooks.example:${port}/`, allowed)).toBeUndefined();
    }
  });
});

test('a name whose address changes after it was checked is checked again, at each connection', async () => {
  const answers = [['8.8.8.8'], ['168.63.129.16'], ['::ffff:169.254.170.2'], ['64:ff9b:1::a00:1']];
  const next = () =>
    pinnedAddress({
      url: new URL('https://hooks.example'),
      allowed: [],
      resolve: async () => answers.shift() ?? [],
    });
  expect(await next()).toBe('8.8.8.8');
  for (const _ of [1, 2, 3, 4]) await expect(next()).rejects.toThrow(NoAddressError);
});

test.each(['8.8.8.8', '93.184.216.34', '::ffff:8.8.8.8', '2606:4700::1111', '2a00:1450:4001::1'])(
  '%s is public',
  (address) => {
    expect(mayReceive(address, [])).toBe('public');
  },
);

test('FLIGHTLINE_WEBHOOK_ALLOW allows its ranges and nothing else', () => {
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::5', '127.0.0.1'])
    expect(mayReceive(address, allowed)).toBe('allowed');
  for (const address of ['10.2.0.1', 'fd00:2::1', '127.0.0.2', '::1'])
    expect(mayReceive(address, allowed)).toBeUndefined();
});

test('a range that is invalid ends the start and is named', () => {
  const bad = () => loadConfig({ FLIGHTLINE_WEBHOOK_ALLOW: '10.0.0.0/8,internal,10.0.0.0/33' });
  expect(bad).toThrow('FLIGHTLINE_WEBHOOK_ALLOW: "internal" is not a range of addresses');
  expect(bad).toThrow('"10.0.0.0/33"');
});

test('a name is pinned to its first address that may receive, plain http to allowed ones alone', async () => {
  const resolve = async () => ['192.168.0.1', '8.8.8.8', '10.1.0.1'];
  const pinned = (url: string) => pinnedAddress({ url: new URL(url), allowed, resolve });
  expect(await pinned('https://hooks.example')).toBe('8.8.8.8');
  expect(await pinned('http://hooks.example')).toBe('10.1.0.1');
  const inside = pinnedAddress({
    url: new URL('https://hooks.example'),
    allowed: [],
    resolve: async () => ['10.1.0.1'],
  });
  await expect(inside).rejects.toThrow('The host has no public address with port 443 or 8443.');
});
