import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Headers that request the upgrade and have no meaning without it. */
const UPGRADING = ['upgrade', 'http2-settings'];

/**
 * Serves a request for an unsupported upgrade, such as the `h2c` of Java and curl, as if it had not
 * requested it (RFC 9110, 7.8). Node has released its socket by then, so its headers are written again and
 * parsed a second time.
 */
export function serveWithoutUpgrade(options: {
  server: Server;
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}): void {
  const { server, request, socket, head } = options;
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (UPGRADING.includes(name.toLowerCase())) continue;
    lines.push(`${name}: ${name.toLowerCase() === 'connection' ? withoutUpgrade(value) : value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

/** Removes the given names from a `Connection` header such as `Upgrade, HTTP2-Settings`. */
const withoutUpgrade = (connection: string): string =>
  connection
    .split(',')
    .filter((option) => !UPGRADING.includes(option.trim().toLowerCase()))
    .join(',');
