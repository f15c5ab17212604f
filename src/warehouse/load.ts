import { randomUUID } from 'node:crypto';
import { isUncertain } from '../platform/database/errors.ts';
import type { AdOfLine, Alongside, Catalogue, NewFile, NewLoad } from './catalogue.ts';
import { writeRollUp } from './delivery/write.ts';
import type { Dialect, SourceFile } from './dialect.ts';
import { type Engine, EngineError, type Statement } from './engine.ts';
import { checkColumns, contentHash, sniff } from './fact-source.ts';
import { FactsRefusedError, type RefusedLine } from './facts-refused-error.ts';
import type { FileStore } from './file-store.ts';
import type { ReportWriter } from './report-writer.ts';

export interface Warehouse {
  engine: Engine;
  dialect: Dialect;
  files: FileStore;
  catalogue: Catalogue;
  reports: ReportWriter;
}

type LoadStep = 'hashing' | 'checking' | 'writing' | 'registering';

/** The draft of a month's facts. */
type Written = Omit<NewFile, 'bytes'> & { readonly draft: string };

interface LoadResult {
  rows: number;
  /** False if a file with the same content was loaded before. */
  loaded: boolean;
}

interface LoadOptions {
  readonly file: string;
  readonly onStep?: (step: LoadStep, percent: number) => void;
  /** The facts do not become visible before this resolves. */
  readonly after?: Promise<void>;
  /** Runs in the transaction that registers the load. Not called if the content was loaded before. */
  readonly alongside?: Alongside | undefined;
}

/**
 * Loads a CSV, NDJSON or Parquet file of delivery facts: all of it or nothing, and each content once.
 * @throws FactsRefusedError, which names the invalid lines
 */
export async function loadFacts(warehouse: Warehouse, options: LoadOptions): Promise<LoadResult> {
  options.onStep?.('hashing', 0);
  const sha256 = await contentHash(options.file);
  const earlier = await warehouse.catalogue.findLoad(sha256);
  if (earlier) return { rows: earlier.rows, loaded: false };
  return new FactsLoad(warehouse, options).run(sha256);
}

/** The load of one file: it is checked and staged, written by month, published, and registered in the catalogue. */
class FactsLoad {
  readonly #warehouse: Warehouse;
  readonly #options: LoadOptions;
  /** Removed at the end. */
  readonly #drafts: string[] = [];
  /** Removed if the load fails. */
  readonly #published: string[] = [];

  constructor(warehouse: Warehouse, options: LoadOptions) {
    this.#warehouse = warehouse;
    this.#options = options;
  }

  async run(sha256: string): Promise<LoadResult> {
    const { files, catalogue } = this.#warehouse;
    const { file, after, alongside } = this.#options;
    try {
      const staged = await this.#draft();
      this.#step('checking', 0);
      await this.#stage(await this.#sourceFile(file), staged);
      const load: NewLoad = {
        ...{ sha256, source: file, rows: 0, files: [] },
        lastHours: await this.#lastHours(staged),
      };
      const written = await this.#writeMonths(staged);
      await after;
      // Publish all files right before they are registered, since an unregistered file is removed after a while.
      for (const { draft, ...month } of written) {
        this.#published.push(month.name);
        load.files.push({ ...month, bytes: await files.publish(draft, month.name) });
        load.rows += month.rows;
      }
      this.#step('registering', 100);
      const loaded = await catalogue.register(load, alongside);
      if (!loaded) await this.#discard();
      return { rows: load.rows, loaded };
    } catch (error) {
      // The catalogue may refer to the files. If it does not, the daily sweep removes them.
      if (!isUncertain(error)) await this.#discard();
      throw error;
    } finally {
      for (const draft of this.#drafts) await files.remove(draft);
    }
  }

  #step(step: LoadStep, percent: number): void {
    this.#options.onStep?.(step, percent);
  }

  async #draft(): Promise<string> {
    const draft = await this.#warehouse.files.draft();
    this.#drafts.push(draft);
    return draft;
  }

  async #sourceFile(path: string): Promise<SourceFile> {
    const { engine, dialect } = this.#warehouse;
    const { format, header } = await sniff(path);
    if (format !== 'parquet') return { path, format, header };
    const columns = await engine.run({ statements: [dialect.columns(path)] }).catch(unreadable);
    return { path, format, header: checkColumns(columns.slice(1).map(({ name }) => String(name))) };
  }

  /** Checks every row and writes them to `staged`. Throws FactsRefusedError if any is invalid. */
  async #stage(source: SourceFile, staged: string): Promise<void> {
    const { engine, dialect } = this.#warehouse;
    try {
      await engine.run(
        { statements: [dialect.stage(source, staged)] },
        { onProgress: (percent) => this.#step('checking', percent) },
      );
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      await this.#refuse(source, await this.#foreignAds(dialect.adsOfSource(source)).catch(unreadable));
      return unreadable(error);
    }
    const foreign = await this.#foreignAds(dialect.adsOfLines(staged));
    if (foreign.length > 0) await this.#refuse(source, foreign);
  }

  async #foreignAds(pairs: Statement): Promise<AdOfLine[]> {
    const { engine, catalogue } = this.#warehouse;
    const rows = await engine.run({ statements: [pairs] });
    return catalogue.foreignAds(
      rows.map(({ adId, lineId }) => ({ adId: Number(adId), lineId: Number(lineId) })),
    );
  }

  /** Throws FactsRefusedError if a line is refused. */
  async #refuse(source: SourceFile, foreign: AdOfLine[]): Promise<void> {
    const { engine, dialect } = this.#warehouse;
    const [verdict] = await engine.run(dialect.diagnose(source, foreign)).catch(unreadable);
    const lines = refusedLines(verdict?.worst);
    if (lines.length > 0) throw new FactsRefusedError({ refused: Number(verdict?.refused), lines });
  }

  async #lastHours(staged: string): Promise<NewLoad['lastHours']> {
    const { engine, dialect } = this.#warehouse;
    const rows = await engine.run({ statements: [dialect.lastHours(staged)] });
    return rows.map((row) => ({
      advertiserId: Number(row.advertiserId),
      lastHour: new Date(String(row.lastHour)),
    }));
  }

  async #writeMonths(staged: string): Promise<Written[]> {
    const { engine, dialect } = this.#warehouse;
    const months = await engine.run({ statements: [dialect.months(staged)] });
    const written: Written[] = [];
    for (const [index, { month }] of months.entries()) {
      this.#step('writing', Math.floor((100 * index) / months.length));
      written.push(await this.#writeMonth(staged, String(month)));
    }
    return written;
  }

  async #writeMonth(staged: string, month: string): Promise<Written> {
    const { engine, dialect, files } = this.#warehouse;
    const draft = await this.#draft();
    const [described] = await engine.run({
      statements: [dialect.writeFacts([staged], month, draft), dialect.describe(draft)],
    });
    const rows = Number(described?.rows);
    const rollUp = await writeRollUp({ engine, dialect, files }, draft, { kind: 'delivery', rows });
    this.#drafts.push(...rollUp);
    return {
      draft,
      kind: 'delivery',
      rows,
      rollUp,
      name: `facts/delivery/${month}/${randomUUID()}.parquet`,
      minHour: new Date(String(described?.minHour)),
      maxHour: new Date(String(described?.maxHour)),
    };
  }

  async #discard(): Promise<void> {
    for (const name of this.#published) await this.#warehouse.files.remove(name);
  }
}

/**
 * The message of the engine is shown to the operator who loads the file, because the reason may also be a
 * full disk.
 */
function unreadable(reason: unknown): never {
  const [said = ''] = String(reason instanceof Error ? reason.message : reason).split('\n', 1);
  throw new FactsRefusedError({
    refused: 1,
    lines: [{ line: 1, problems: [`the file cannot be read: ${said}`] }],
  });
}

function refusedLines(worst: unknown): RefusedLine[] {
  if (!Array.isArray(worst)) return [];
  return worst.map((entry: { line: unknown; problems: unknown }) => ({
    line: Number(entry.line),
    problems: Array.isArray(entry.problems) ? entry.problems.map(String) : [],
  }));
}
