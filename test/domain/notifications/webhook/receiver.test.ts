import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../../../src/config.ts';
import { openReceiver } from '../../../../src/domain/notifications/webhook/receiver/post.ts';

const { webhookAllow: allowed } = loadConfig({ FLIGHTLINE_WEBHOOK_ALLOW: '127.0.0.1' });

/** Posts to a receiver that answers with `parts`, the last of them without end. Returns what was read of it. */
async function post(...parts: string[]) {
  let socket: Socket | undefined;
  const server = createServer((accepted) => {
    socket = accepted.on('error', () => undefined);
    const [endless = '', ...first] = parts.reverse();
    const more = () => {
      while (accepted.write(endless.repeat(1_000)));
    };
    accepted.once('data', () => {
      for (const part of first.reverse()) accepted.write(part);
      accepted.on('drain', more);
      more();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const receiver = openReceiver({ allowed, userAgent: 'test', waitTimeoutMs: 5_000 });
  onTestFinished(() => {
    receiver.close();
    socket?.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const answer = await receiver.post({ url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}' });
  await expect.poll(() => socket?.closed).toBe(true);
  return answer;
}

test('a receiver that sends informational responses without end fails at once', async () => {
  expect(await post('HTTP/1.1 100 Continue\r\n\r\n')).toEqual({
    status: null,
    failure: 'The connection failed.',
  });
});

test('of a response without end a little is read, however small its chunks are', async () => {
  const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
  expect(await post(head, '1\r\nx\r\n')).toEqual({ status: 200, failure: null });
});
