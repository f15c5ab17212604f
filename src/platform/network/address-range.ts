import ipaddr from 'ipaddr.js';

/** A range of addresses that the operator allows, such as 10.0.0.0/8 (FLIGHTLINE_WEBHOOK_ALLOW). */
export type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** @returns undefined if the text is neither a CIDR range nor an address, which counts as a range of one */
export function parseRange(text: string): AddressRange | undefined {
  try {
    if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
    if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined;
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    return undefined;
  }
}

/** The only IPv6 block from which public addresses are assigned. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** Services that a cloud provides for its own machines, at addresses that look public. */
const CLOUD_SERVICES: readonly AddressRange[] = [[ipaddr.parse('168.63.129.16'), 32]];

/**
 * Returns whether webhooks may be sent to an address, and why. Every address that is not known to be public
 * is refused: loopback, private, link-local, shared and reserved ranges, and IPv6 that embeds IPv4. An
 * IPv4-mapped address counts as the IPv4 address.
 */
export function mayReceive(text: string, allowed: readonly AddressRange[]): 'public' | 'allowed' | undefined {
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  if (allowed.some((range) => isWithin(address, range))) return 'allowed';
  if (address.range() !== 'unicast' || CLOUD_SERVICES.some((range) => isWithin(address, range)))
    return undefined;
  return address.kind() === 'ipv4' || isWithin(address, GLOBAL_UNICAST) ? 'public' : undefined;
}

export function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: AddressRange): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
