import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { readSchema } from './schema.ts';

type SchemaEngine = engineModule.SchemaEngine;

/** Runs Prisma's schema engine (as WebAssembly: nothing to download) against the database at `url`. */
export async function withEngine<T>(url: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  await loadEngine();
  const datamodels = (await readSchema()).map(({ path, content }): [string, string] => [path, content]);
  const adapters = adapterFactory(url);
  const engine = await engineModule.SchemaEngine.new(
    { datamodels },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapters.factory),
  );
  try {
    return await work(engine);
  } finally {
    engine.free();
    await adapters.close();
  }
}

let loading: Promise<void> | undefined;

function loadEngine(): Promise<void> {
  loading ??= (async () => {
    const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
    const wasm = await WebAssembly.compile(await readFile(glue.replace(/\.js$/, '.wasm')));
    const { exports } = await WebAssembly.instantiate(wasm, {
      './schema_engine_bg.js': { ...engineModule, ...idleTimers() },
    });
    engineModule.__wbg_set_wasm(exports);
    (exports.__wbindgen_start as () => void)();
  })();
  return loading;
}

/** The engine never clears the 10 s timer of its advisory lock: it must not keep a finished command alive. */
function idleTimers() {
  const names = Object.keys(engineModule).filter((name) => name.startsWith('__wbg_setTimeout_'));
  const start = (work: () => void, ms: number) => setTimeout(work, ms >>> 0).unref();
  return Object.fromEntries(names.map((name) => [name, start]));
}

/**
 * Prisma's own adapter cuts scripts at every semicolon, those within functions too, and sends the pieces over
 * several connections. Here a script goes whole over one connection: all of it applies, or nothing does.
 * It also has no name for the one-byte "char" of the catalogue, which the engine reads.
 */
function adapterFactory(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
  pool.on('error', () => undefined);
  const query = pool.query.bind(pool);
  const charColumns = new WeakMap<object, number[]>();

  async function queryNotingChars(config: pg.QueryArrayConfig) {
    const result = await query(config);
    const columns = [...result.fields.keys()].filter(
      (i) => result.fields[i]?.dataTypeID === pg.types.builtins.CHAR,
    );
    charColumns.set(result.rows, columns);
    for (const field of result.fields)
      if (field.dataTypeID === pg.types.builtins.CHAR) field.dataTypeID = pg.types.builtins.TEXT;
    return result;
  }

  async function connect() {
    const adapter = await new PrismaPg(Object.assign(pool, { query: queryNotingChars })).connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (text) => {
      const result = await queryRaw(text);
      for (const column of charColumns.get(result.rows) ?? [])
        result.columnTypes[column] = ColumnTypeEnum.Character;
      return result;
    };
    adapter.executeScript = async (script) => {
      await query(script);
    };
    return adapter;
  }

  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect,
    connectToShadowDb: () => Promise.reject(new Error('Compare on a scratch database instead.')),
  };
  return { factory, close: () => pool.end() };
}
