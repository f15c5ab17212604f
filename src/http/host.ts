import type { IncomingMessage } from 'node:http';

/**
 * Whether it is clear which host a request is for: HTTP/1.1 requires one `Host`, and of several Node shows the first
 * while a proxy may have gone by another (RFC 9112, 3.2).
 */
export function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}
