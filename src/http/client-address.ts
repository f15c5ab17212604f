import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { type AddressRange, isWithin } from '../platform/network/address-range.ts';

/** More than any chain of proxies adds. */
const MAX_HOPS = 20;

/**
 * Returns a function for the address of a caller: the one of the connection, or, behind trusted proxies,
 * the last one in `X-Forwarded-For` that is not a trusted proxy. The caller may have forged the addresses
 * before it.
 */
export function clientAddress(trusted: readonly AddressRange[]): (request: IncomingMessage) => string {
  const isTrusted = (address: string): boolean =>
    ipaddr.isValid(address) && trusted.some((range) => isWithin(ipaddr.process(address), range));
  if (trusted.length === 0) return ({ socket }) => plain(socket.remoteAddress);
  return ({ socket, headers }) => {
    let address = plain(socket.remoteAddress);
    const forwarded = headers['x-forwarded-for'];
    const hops = String(forwarded ?? '').split(',', MAX_HOPS + 1);
    if (forwarded === undefined || hops.length > MAX_HOPS) return address;
    for (const hop of hops.reverse()) {
      if (!isTrusted(address)) return address;
      const before = hop.trim();
      if (!ipaddr.isValid(before)) return address;
      address = plain(before);
    }
    return address;
  };
}

/** Writes an IPv4 address that was received on an IPv6 socket as IPv4. */
const plain = (address = ''): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
