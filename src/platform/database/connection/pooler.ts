import { connect as openSocket } from 'node:net';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import { SettingError } from '../../settings/setting-error.ts';
import { isUndefinedTable } from '../errors.ts';
import { readInstallation } from '../migration/installation.ts';
import { connect, type Server } from './direct-server.ts';

/** Throws SettingError unless the pooler and the direct address lead to the same migrated database. */
export async function checkPooler(options: {
  pooled: Server;
  direct: Server;
  log: Pick<Logger, 'warn'>;
}): Promise<void> {
  const direct = await connect(options.direct);
  const pooled = await connect(options.pooled).catch(async (error) => {
    await direct.end();
    throw error;
  });
  try {
    const { id } = await readInstallation(direct);
    const found = await pooled.query<{ id: string }>('SELECT id FROM installation').catch((error) => {
      if (isUndefinedTable(error)) return undefined;
      throw error;
    });
    if (found?.rows[0]?.id !== id)
      throw new SettingError(
        'FLIGHTLINE_DATABASE_DIRECT_URL',
        'is another database than the one that DATABASE_URL leads to.',
      );
    const { rows } = await pooled.query<{ limit: string }>(
      `SELECT current_setting('statement_timeout') AS limit`,
    );
    if (rows[0]?.limit === '0')
      options.log.warn('the pooler’s connections have no statement_timeout (docs/scaling.md, "Poolers")');
  } finally {
    await Promise.all([direct.end(), pooled.end()]);
  }
}

const CANCEL = 80_877_102;
const WAIT_TIMEOUT_MS = 2_000;

/**
 * Cancels the running statement with a CancelRequest of the protocol: behind a pooler, the process ID of a
 * connection is not that of the server. Resolves when the request was handled.
 */
export async function cancelByKey(client: PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as PoolClient & {
    readonly [name in 'port' | 'processID' | 'secretKey']: number;
  } & { readonly host: string };
  const socket = host.startsWith('/') ? openSocket(`${host}/.s.PGSQL.${port}`) : openSocket(port, host);
  const request = Buffer.alloc(16);
  for (const [index, word] of [request.length, CANCEL, processID, secretKey].entries())
    request.writeInt32BE(word, index * 4);
  await new Promise<void>((resolve) => {
    socket.setTimeout(WAIT_TIMEOUT_MS, () => socket.destroy());
    // If the request fails, the statement runs until it ends or times out.
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.end(request);
  });
}
