import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Headers of proxies: behind one on this machine, every caller seems to be local. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Returns whether a request comes from this machine, and not through a proxy on it. */
export function isLocal({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined);
  return isLoopback(socket.remoteAddress ?? '') && !isForwarded && namesThisMachine(headers.host);
}

function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** A page in a browser on this machine can have a name of its own that resolves to a loopback address. */
function namesThisMachine(host = ''): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return !name.includes('.') || isLoopback(name);
}
