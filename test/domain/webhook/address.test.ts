import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { mayReceive } from '../../../src/domain/webhook/receiver/address.ts';
import { pinnedAddress } from '../../../src/domain/webhook/receiver/resolve.ts';

const { webhookAllow: allowed } = loadConfig({
  FLIGHTLINE_WEBHOOK_ALLOW: '10.1.0.0/16, fd00:1::/32,127.0.0.1',
});

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '127.0.0.1',
  '127.9.9.9',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '2001:db8::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '100::1',
  'no address',
])('%s may not receive', (address) => {
  expect(mayReceive(address, [])).toBeUndefined();
});

test.each(['8.8.8.8', '93.184.216.34', '::ffff:8.8.8.8', '2606:4700::1111', '2a00:1450:4001::1'])(
  '%s is public',
  (address) => {
    expect(mayReceive(address, [])).toBe('public');
  },
);

test('FLIGHTLINE_WEBHOOK_ALLOW allows its ranges and nothing beside them', () => {
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
  await expect(inside).rejects.toThrow('The host has no public address.');
});
