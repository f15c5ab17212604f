import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Headers that ask for the upgrade and mean nothing without it. */
const UPGRADING = ['upgrade', 'http2-settings'];

/**
 * Serves a request whose upgrade is not offered, such as the `h2c` of Java and curl, as if it had asked for none
 * (RFC 9110, 7.8). Node has let go of its socket by then, so its head is written anew and parsed once more.
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

/** `Upgrade, HTTP2-Settings` names the headers that are left out. */
const withoutUpgrade = (connection: string): string =>
  connection
    .split(',')
    .filter((option) => !UPGRADING.includes(option.trim().toLowerCase()))
    .join(',');
