import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { clientAddress } from '../../src/http/client-address.ts';

const addressOf = (proxies: string, remoteAddress: string, forwarded?: string): string =>
  clientAddress(loadConfig({ FLIGHTLINE_TRUSTED_PROXIES: proxies }).trustedProxies)({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage);

test.each([
  ['without trusted proxies the header is ignored', '', '10.0.0.1', '203.0.113.9', '10.0.0.1'],
  ['of a connection that is no proxy, too', '10.0.0.0/8', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
  ['a proxy names the caller', '10.0.0.0/8', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  [
    'what the caller made up is not believed',
    '10.0.0.0/8',
    '10.0.0.1',
    '192.0.2.1, 203.0.113.9',
    '203.0.113.9',
  ],
  [
    'a chain of proxies is followed',
    '10.0.0.0/8',
    '10.0.0.1',
    '192.0.2.1, 203.0.113.9, 10.0.0.2',
    '203.0.113.9',
  ],
  [
    'a chain of proxies alone ends with the first',
    '10.0.0.0/8',
    '10.0.0.1',
    '10.0.0.3, 10.0.0.2',
    '10.0.0.3',
  ],
  ['a proxy without the header is the caller', '10.0.0.0/8', '10.0.0.1', undefined, '10.0.0.1'],
  [
    'text that is no address ends the chain',
    '10.0.0.0/8',
    '10.0.0.1',
    '203.0.113.9, unknown, 10.0.0.2',
    '10.0.0.2',
  ],
  [
    'an IPv4 address over an IPv6 socket is one',
    '10.0.0.0/8',
    '::ffff:10.0.0.1',
    '203.0.113.9',
    '203.0.113.9',
  ],
  ['IPv6 works as well', 'fd00::/8', 'fd00::1', '2001:db8::7', '2001:db8::7'],
  [
    'a chain that is too long is ignored',
    '10.0.0.0/8',
    '10.0.0.1',
    Array(30).fill('10.0.0.2').join(','),
    '10.0.0.1',
  ],
])('%s', (_what, proxies, remote, forwarded, address) => {
  expect(addressOf(proxies, remote, forwarded)).toBe(address);
});
