import type { Socket } from 'node:net';

/** A client that takes nothing for so long, while something waits for it, is closed. */
const PATIENCE_MS = 15_000;

/** Closes the connection of a client that stops reading; answers what stops watching. */
export function closeWhenSlow(socket: Socket, patienceMs = PATIENCE_MS): () => void {
  let flushed = -1;
  const timer = setInterval(() => {
    const now = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength > 0 && now === flushed) socket.destroy();
    flushed = now;
  }, patienceMs);
  timer.unref();
  const stop = () => {
    clearInterval(timer);
    socket.off('close', stop);
  };
  socket.once('close', stop);
  return stop;
}
