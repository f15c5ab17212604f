import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CloseCode } from 'graphql-ws';
import type { BodiesInFlight } from '../../../http/connections/bodies.ts';
import { type BoundedSocket, MAX_UNACKNOWLEDGED_BYTES } from './bounded-socket.ts';

/**
 * The most bytes that wait for a client to read them. Above that, nothing more is read from it, because it would be
 * answered, as pings are.
 */
const MAX_UNREAD = 1024 * 1024;
/** The header and mask of a frame with at most 125 bytes. */
const CONTROL_FRAME = 6;
/** The header and mask of the largest frame. */
const LARGEST_HEAD = 14;

const CHECK_MS = 25;

/**
 * Runs operations of a socket while its client reads, so that results do not pile up. `run` decides when they begin;
 * `work` only begins if what was sent before has been read by then.
 */
export async function whileRead<T>(
  client: BoundedSocket,
  run: (work: () => Promise<T | undefined>) => Promise<T | undefined>,
  work: () => T | Promise<T>,
): Promise<T> {
  const isUnread = () => client.readyState === client.OPEN && client.bufferedAmount > MAX_UNREAD;
  for (;;) {
    while (isUnread()) await sleep(CHECK_MS);
    const done = await run(async () => (isUnread() ? undefined : await work()));
    if (done !== undefined) return done;
  }
}

/** An incomplete message is buffered until it has arrived completely, so it counts like the body of a request. */
export function boundMessages(client: BoundedSocket, socket: Socket, bodies: BodiesInFlight): void {
  const message = bodies.begin({ owner: socket.remoteAddress ?? '', refuse: () => client.terminate() });
  const take = (bytes: number) => bodies.add(message, -bytes);
  socket.prependListener('data', (chunk: Buffer) => {
    bodies.add(message, chunk.length);
    if (!client.isAcknowledged && message.bytes > MAX_UNACKNOWLEDGED_BYTES + LARGEST_HEAD)
      client.refuse(CloseCode.BadRequest, 'The message is too large before the acknowledgement');
  });
  const waitForReader = () => {
    if (client.isPaused || socket.writableLength <= MAX_UNREAD) return;
    client.pause();
    socket.once('drain', () => client.resume());
  };
  client.onResume = waitForReader;
  client.on('message', () => {
    take(message.bytes);
    waitForReader();
  });
  for (const control of ['ping', 'pong'] as const)
    client.on(control, (data) => {
      take(data.length + CONTROL_FRAME);
      waitForReader();
    });
  client.once('close', () => bodies.end(message));
}
