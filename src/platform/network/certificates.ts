import { isIP } from 'node:net';
import { connect } from 'node:tls';

const TIMEOUT_MS = 1_500;
const FRESH_MS = 3_600_000;
/** After a failed check, the next one is made sooner. */
const RETRY_MS = 60_000;

export interface Certificate {
  readonly origin: string;
  readonly expiresAt: Date;
}

export const isSecure = (origin: string): boolean => origin.startsWith('https:');

const known = new Map<string, { answer: Promise<Date | undefined>; until: number }>();

/**
 * Returns the certificates that clients of these origins see. Origins that cannot be reached from here are
 * left out.
 */
export async function certificatesOf(origins: readonly string[]): Promise<Certificate[]> {
  const found = await Promise.all(
    origins.filter(isSecure).map(async (origin) => ({ origin, expiresAt: await rememberedExpiry(origin) })),
  );
  return found.flatMap(({ origin, expiresAt }) => (expiresAt ? [{ origin, expiresAt }] : []));
}

function rememberedExpiry(origin: string): Promise<Date | undefined> {
  const last = known.get(origin);
  if (last && last.until > performance.now()) return last.answer;
  const entry = { answer: expiryOf(origin), until: performance.now() + RETRY_MS };
  known.set(origin, entry);
  void entry.answer.then((expiresAt) => {
    if (expiresAt && expiresAt.getTime() > Date.now()) entry.until = performance.now() + FRESH_MS;
  });
  return entry.answer;
}

function expiryOf(origin: string): Promise<Date | undefined> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      // Invalid certificates are accepted, because only the expiry date is read.
      rejectUnauthorized: false,
      timeout: TIMEOUT_MS,
    });
    const end = (expiresAt: Date | undefined) => {
      socket.destroy();
      resolve(expiresAt);
    };
    socket.once('secureConnect', () => {
      const { valid_to: until } = socket.getPeerCertificate();
      end(until ? new Date(until) : undefined);
    });
    socket.once('timeout', () => end(undefined));
    socket.once('error', () => end(undefined));
  });
}
