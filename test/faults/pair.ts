import { once } from 'node:events';
import { type AddressInfo, createServer, connect as openSocket, type Server, type Socket } from 'node:net';
import { Postgres } from './postgres.ts';

/** A primary with a synchronous standby, behind one address that moves when the standby is promoted. */
export class Pair {
  readonly url: string;
  readonly #primary: Postgres;
  readonly #standby: Postgres;
  readonly #proxy: Server;
  readonly #sockets: Set<Socket>;
  readonly #target: { url: string };

  private constructor(
    servers: { primary: Postgres; standby: Postgres },
    address: { proxy: Server; sockets: Set<Socket>; target: { url: string } },
  ) {
    this.#primary = servers.primary;
    this.#standby = servers.standby;
    this.#proxy = address.proxy;
    this.#sockets = address.sockets;
    this.#target = address.target;
    const { port } = address.proxy.address() as AddressInfo;
    this.url = Object.assign(new URL(servers.primary.url), { port: String(port) }).href;
  }

  static async create(options: Parameters<typeof Postgres.create>[0] = {}): Promise<Pair> {
    const primary = await Postgres.create(options);
    const standby = await primary.standby();
    await primary.run(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
    await primary.run('SELECT pg_reload_conf()');
    const target = { url: primary.url };
    const sockets = new Set<Socket>();
    const proxy = createServer((near) => {
      const far = openSocket(Number(new URL(target.url).port), '127.0.0.1');
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.on('error', () => undefined);
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    return new Pair({ primary, standby }, { proxy, sockets, target });
  }

  /** Whether the standby confirms commits. */
  async isSynchronous(): Promise<boolean> {
    const { rowCount } = await this.#primary.run(
      `SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'`,
    );
    return rowCount === 1;
  }

  /** The primary is gone, and the standby takes its place and its address. */
  async failOver(): Promise<void> {
    await this.#primary.crash();
    await this.#standby.run('SELECT pg_promote()');
    this.#target.url = this.#standby.url;
    for (const socket of this.#sockets) socket.destroy();
  }

  async remove(): Promise<void> {
    this.#proxy.close();
    for (const socket of this.#sockets) socket.destroy();
    await this.#standby.remove();
    await this.#primary.remove();
  }
}
