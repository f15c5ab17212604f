import { Resolver } from 'node:dns/promises';
import { type AddressRange, mayReceive } from '../../../../platform/network/address-range.ts';
import { addressesIn, hasPublicPort, hostOf } from './url.ts';

/** Returns all addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Thrown for a host without an address that webhooks can be sent to, whether or not it has others. */
export class NoAddressError extends Error {
  override readonly name = 'NoAddressError';

  constructor() {
    super('The host has no public address with port 443 or 8443.');
  }
}

/**
 * Returns the address for one connection: the first allowed one, from a single lookup. A plain http URL, or a port
 * other than 443 and 8443, needs an address that the operator allows. Throws NoAddressError.
 */
export async function pinnedAddress(options: {
  url: URL;
  allowed: readonly AddressRange[];
  resolve: Resolve;
}): Promise<string> {
  const { url, allowed, resolve } = options;
  const host = hostOf(url);
  const isForAll = url.protocol === 'https:' && hasPublicPort(url);
  const addresses = addressesIn(host) ?? (await resolve(host));
  const pinned = addresses.find((address) => {
    const reason = mayReceive(address, allowed);
    return reason === 'allowed' || (reason === 'public' && isForAll);
  });
  if (pinned === undefined) throw new NoAddressError();
  return pinned;
}

/**
 * Queries DNS directly: the system's resolver has four threads for the whole process, and a DNS server that does not
 * respond would block them. Hosts files are not read.
 */
export function dnsResolve(): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (host) => {
    const found = await Promise.all(
      [resolver.resolve4(host), resolver.resolve6(host)].map((requested) => requested.catch(() => [])),
    );
    return found.flat();
  };
}
