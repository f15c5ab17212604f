import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** What is on its way gets so long to arrive. */
const GRACE_MS = 200;

/**
 * When the service stops, closes the connections on which nothing was ever sent. Browsers and pools open
 * some ahead; to Node they are busy, not idle, and the stop would wait for them.
 */
export function closeSilentConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    // One whose upgrade was not met comes again.
    if (open.has(socket)) return;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', (done) => {
    const timer = setInterval(() => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, GRACE_MS);
    app.server.once('close', () => clearInterval(timer));
    done();
  });
}
