import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A partner's server that accepts everything; a GET answers how many deliveries came. */
let count = 0;
const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end(String(count));
  request.resume().on('end', () => {
    count += 1;
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () =>
  process.send?.({ ready: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }),
);
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
