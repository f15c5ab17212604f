import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Headers of proxies: behind one on this machine, every caller seems to be local. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Returns whether a request comes from this machine, and not through a proxy on it. */
export function isLocal({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  const address = socket.remoteAddress ?? '';
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return LOOPBACK.check(address, family) && !FORWARDED.some((name) => headers[name] !== undefined);
}
