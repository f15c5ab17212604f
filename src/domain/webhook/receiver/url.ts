import { isIP } from 'node:net';
import { type AddressRange, mayReceive } from './address.ts';

export const MAX_URL_LENGTH = 2048;

const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Why a URL cannot be a receiver's, as far as it can be told without asking DNS: each connection is checked
 * again. Undefined if it can.
 */
export function urlProblem(text: string, allowed: readonly AddressRange[]): string | undefined {
  if (/\s/.test(text) || !URL.canParse(text)) return 'must be an https URL';
  const url = new URL(text);
  const isPlain = url.protocol === 'http:';
  if (url.protocol !== 'https:' && !isPlain) return 'must be an https URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.hash !== '') return 'must not contain a fragment';
  const host = hostOf(url);
  if (isPlain && allowed.length === 0) return 'must be an https URL';
  const reasons = addressesIn(host)?.map((address) => mayReceive(address, allowed));
  if (reasons && !reasons.some(Boolean)) return 'must be at a public address';
  if (isPlain && reasons && !reasons.includes('allowed')) return 'must be an https URL';
  return undefined;
}

/** The host without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** The addresses that a host stands for without DNS; undefined for a name. */
export function addressesIn(host: string): readonly string[] | undefined {
  if (isIP(host)) return [host];
  return /^(.*\.)?localhost\.?$/i.test(host) ? LOOPBACK : undefined;
}
