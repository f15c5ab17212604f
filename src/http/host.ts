import type { IncomingMessage } from 'node:http';

/**
 * Returns whether a request has exactly one `Host`, as HTTP/1.1 requires (RFC 9112, 3.2). If there are
 * several, Node reports the first, and a proxy may have used another.
 */
export function hasSingleHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}
