import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../../config.ts';
import type { EmbeddedDatabase } from '../../../platform/database/embedded/embedded.ts';
import { fileExists } from '../../../platform/files/file-exists.ts';
import { causeOf } from '../../../platform/log/cause.ts';
import type { Operation } from '../../../platform/process/operation.ts';
import { SettingError } from '../../../platform/settings/setting-error.ts';
import type { FileStore } from '../../../warehouse/file-store.ts';
import { newHash, openArchive, readBases, SEGMENT, WAREHOUSE_FOLDERS, walName } from './archive.ts';
import { archiveBase } from './base.ts';
import { pruneArchive } from './prune.ts';

const EVERY_MS = 2_000;
const BASE_EVERY_MS = 24 * 3_600_000;

interface Options {
  readonly config: Pick<Config, 'walArchive' | 'walArchiveDays' | 'dataDir'>;
  readonly database: EmbeddedDatabase;
  /**
   * The ID of the cluster, from `clusterId`. An archive belongs to one cluster, because the names of
   * segments are only unique within its log.
   */
  readonly id: string;
  readonly files: FileStore;
  /** Receives the failure while the archive cannot be written. */
  readonly operation: Pick<Operation, 'archiveFailure'>;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/**
 * Copies the segments that PostgreSQL writes to its spool to the archive, and the cluster once a day, so
 * that the database can be recovered to any time of the last days. Throws SettingError if the archive
 * belongs to another database, or cannot be used.
 * @returns a function that stops it
 */
export async function startArchiving(options: Options): Promise<() => Promise<void>> {
  const { config, id, log, operation } = options;
  const archive = openArchive(config);
  await claim(archive, id);
  const shipper = new Shipper(options, archive);
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const round = async () => {
    try {
      await shipper.ship();
      if (operation.archiveFailure !== undefined) log.info('the WAL archive is written again');
      operation.archiveFailure = undefined;
    } catch (error) {
      // PostgreSQL keeps segments until they are archived.
      if (operation.archiveFailure === undefined)
        log.error({ cause: causeOf(error), err: error }, 'the WAL archive cannot be written');
      operation.archiveFailure = error;
    }
    if (!isOver) timer = setTimeout(begin, EVERY_MS).unref();
  };
  const begin = () => {
    running = round();
  };
  begin();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await running;
  };
}

/** Binds the archive to the first cluster that writes to it. */
async function claim(archive: FileStore, id: string): Promise<void> {
  const refuse = (problem: string, cause?: unknown): never => {
    throw new SettingError('FLIGHTLINE_WAL_ARCHIVE', `${archive.location} ${problem}.`, { cause });
  };
  const owner = await archive
    .owner()
    .then(async (found) => found ?? (await archive.setOwner(id)) ?? id)
    .catch((error) => refuse(`cannot be used: ${causeOf(error)}`, error));
  if (owner !== id) refuse('is the archive of another database');
}

/**
 * Returns the ID that `initdb` gives to a cluster. A database that is restored from a backup is in another
 * cluster.
 */
export async function clusterId(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT system_identifier::text AS id FROM pg_control_system()',
  );
  return rows[0]?.id ?? '';
}

class Shipper {
  readonly #options: Options;
  readonly #archive: FileStore;
  readonly #spool: string;
  #hasHistory = false;
  #warehouse: Set<string> | undefined;
  #lastBaseAt: number | undefined;

  constructor(options: Options, archive: FileStore) {
    this.#options = options;
    this.#archive = archive;
    this.#spool = options.database.spool;
  }

  async ship(): Promise<void> {
    await this.#shipHistory();
    const segments = (await readdir(this.#spool)).filter((name) => SEGMENT.test(name)).sort();
    // Copy the warehouse first: a transaction in these segments only refers to files that existed before
    // it.
    if (segments.length > 0) await this.#shipWarehouse();
    for (const segment of segments) {
      const source = path.join(this.#spool, segment);
      await this.#shipSegment(source);
      await rm(source);
    }
    await this.#shipBase();
  }

  /** @returns the current files of the warehouse */
  async #shipWarehouse(): Promise<string[]> {
    const { files } = this.#options;
    this.#warehouse ??= new Set((await this.#archive.list('warehouse')).map(({ name }) => name));
    const present: string[] = [];
    for (const folder of WAREHOUSE_FOLDERS)
      for (const { name } of await files.list(folder)) {
        present.push(name);
        const archived = `warehouse/${name}`;
        if (this.#warehouse.has(archived)) continue;
        const draft = await this.#archive.draft();
        await files.save(name, draft);
        await this.#archive.publish(draft, archived);
        this.#warehouse.add(archived);
      }
    return present;
  }

  /**
   * Archives the history of a new timeline. It is created by a recovery, when nothing is archived, and
   * counts only when a service runs on it: a rehearsal must not affect later recoveries.
   */
  async #shipHistory(): Promise<void> {
    if (this.#hasHistory) return;
    const folder = path.join(this.#options.database.pgData, 'pg_wal');
    for (const name of await readdir(folder))
      if (name.endsWith('.history')) await this.#shipSegment(path.join(folder, name));
    this.#hasHistory = true;
  }

  async #shipSegment(source: string): Promise<void> {
    const name = walName(path.basename(source));
    if (await this.#archive.exists(name)) await this.#refuseOther(source, name);
    else {
      const draft = await this.#archive.draft();
      await pipeline(
        createReadStream(source),
        createGzip({ level: 1 }),
        createWriteStream(draft, { mode: 0o600 }),
      );
      await this.#archive.publish(draft, name);
    }
  }

  /**
   * Throws if the archive has a different segment of this name, which comes from a copy of the database. After a
   * crash, the same segment may come twice.
   */
  async #refuseOther(source: string, name: string): Promise<void> {
    const copy = path.join(tmpdir(), `flightline-segment-${randomUUID()}`);
    try {
      await this.#archive.save(name, copy);
      const [ours, theirs] = [newHash(), newHash()];
      await pipeline(createReadStream(source), ours);
      await pipeline(createReadStream(copy), createGunzip(), theirs);
      if (ours.digest('hex') !== theirs.digest('hex'))
        throw new Error(
          `${this.#archive.location} has another ${name}: a copy of this database writes there, too.`,
        );
    } finally {
      await rm(copy, { force: true });
    }
  }

  async #shipBase(): Promise<void> {
    const { database, config, log } = this.#options;
    this.#lastBaseAt ??= Math.max(
      0,
      ...(await readBases(this.#archive)).map(({ base }) => Date.parse(base.endedAt)),
    );
    if (Date.now() - this.#lastBaseAt < BASE_EVERY_MS) return;
    const warehouse = await this.#shipWarehouse();
    const client = new pg.Client({ connectionString: database.url, application_name: 'flightline base' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const secrets = [];
      for (const name of ['postgres.password', 'master.key']) {
        const filePath = path.resolve(config.dataDir, name);
        if (await fileExists(filePath)) secrets.push(filePath);
      }
      const { pgData } = database;
      const base = await archiveBase({ archive: this.#archive, client, pgData, secrets, warehouse });
      this.#lastBaseAt = Date.parse(base.endedAt);
      log.info({ bytes: base.bytes }, 'a base of the WAL archive was made');
    } finally {
      await client.end();
    }
    await pruneArchive(this.#archive, { days: config.walArchiveDays });
    this.#warehouse = undefined;
  }
}
