import { isIP } from 'node:net';
import { type AddressRange, mayReceive } from '../../../../platform/network/address-range.ts';

export const MAX_URL_LENGTH = 2048;

/** Other ports belong to other services, which a request could reach or probe. */
const PUBLIC_PORTS = ['', '443', '8443'];

const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Returns why a URL cannot be used, as far as that can be checked without DNS; undefined if it can. Each connection is
 * checked again.
 */
export function urlProblem(text: string, allowed: readonly AddressRange[]): string | undefined {
  if (/\s/.test(text) || !URL.canParse(text)) return 'must be an https URL';
  const url = new URL(text);
  const isPlain = url.protocol === 'http:';
  if (url.protocol !== 'https:' && !isPlain) return 'must be an https URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.hash !== '') return 'must not contain a fragment';
  const host = hostOf(url);
  if (!isIP(host) && !isHostName(host)) return 'must have a host name that can exist';
  if (url.port === '0') return 'must not have port 0';
  const reasons = addressesIn(host)?.map((address) => mayReceive(address, allowed));
  if (reasons && !reasons.some(Boolean)) return 'must be at a public address';
  const mayBeAllowed = reasons ? reasons.includes('allowed') : allowed.length > 0;
  if (isPlain && !mayBeAllowed) return 'must be an https URL';
  if (!hasPublicPort(url) && !mayBeAllowed) return 'must have port 443 or 8443';
  return undefined;
}

/** An empty port is the default of the protocol. */
export const hasPublicPort = ({ port }: URL): boolean => PUBLIC_PORTS.includes(port);

/** Labels of 1 to 63 characters (RFC 1035, 2.3.4). A dot at the end denotes the root. */
function isHostName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return name.length <= 253 && name.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
}

/** Returns the host without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Returns the addresses that a host denotes without DNS; undefined for a name. */
export function addressesIn(host: string): readonly string[] | undefined {
  if (isIP(host)) return [host];
  return /^(.*\.)?localhost\.?$/i.test(host) ? LOOPBACK : undefined;
}
