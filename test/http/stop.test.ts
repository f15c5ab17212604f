import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();

test('a connection that was opened ahead and never used does not hold the stop up', async () => {
  const { app } = await testApp(system);
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  await app.close();
  await closed;
});

test('a request that arrives while the service stops is answered, and its connection closed', async () => {
  const { app } = await testApp(system);
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const stopped = app.close();
  socket.write(`GET /healthz HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  await Promise.all([stopped, once(socket, 'close')]);
});
