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

/**
 * Loads a CSV, NDJSON or Parquet file of delivery facts: all of it or nothing, and each content once.
 * @throws FactsRefusedError, which names the invalid lines
 */
export async function loadFacts(
  { engine, dialect, files, catalogue }: Warehouse,
  {
    file,
    onStep = () => {},
    after,
    alongside,
  }: {
    file: string;
    onStep?: (step: LoadStep, percent: number) => void;
    /** The facts do not become visible before this resolves. */
    after?: Promise<void>;
    /** Runs in the transaction that registers the load. Not called if the content was loaded before. */
    alongside?: Alongside | undefined;
  },
): Promise<LoadResult> {
  onStep('hashing', 0);
  const sha256 = await contentHash(file);
  const earlier = await catalogue.findLoad(sha256);
  if (earlier) return { rows: earlier.rows, loaded: false };

  const staged = await files.draft();
  const published: string[] = [];
  const drafts = [staged];
  try {
    onStep('checking', 0);
    const source = await readable(file);
    await stageChecked(source);
    const load: NewLoad = { sha256, source: file, rows: 0, files: [], lastHours: await lastHours() };
    const months = await monthsOf();
    const written: Written[] = [];
    for (const [at, month] of months.entries()) {
      onStep('writing', Math.floor((100 * at) / months.length));
      written.push(await writeMonth(month));
    }
    await after;
    // Publish all files right before they are registered, since an unregistered file is removed after a while.
    for (const { draft, ...file } of written) {
      published.push(file.name);
      load.files.push({ ...file, bytes: await files.publish(draft, file.name) });
      load.rows += file.rows;
    }
    onStep('registering', 100);
    const loaded = await catalogue.register(load, alongside);
    if (!loaded) await discard();
    return { rows: load.rows, loaded };
  } catch (error) {
    // The catalogue may refer to the files. If it does not, the daily sweep removes them.
    if (!isUncertain(error)) await discard();
    throw error;
  } finally {
    for (const draft of drafts) await files.remove(draft);
  }

  async function readable(path: string): Promise<SourceFile> {
    const { format, header } = await sniff(path);
    if (format === 'parquet') {
      const columns = await engine.run({ statements: [dialect.columns(path)] }).catch(unreadable);
      return { path, format, header: checkColumns(columns.slice(1).map(({ name }) => String(name))) };
    }
    return { path, format, header };
  }

  async function stageChecked(source: SourceFile): Promise<void> {
    try {
      await engine.run(
        { statements: [dialect.stage(source, staged)] },
        { onProgress: (percent) => onStep('checking', percent) },
      );
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      await refuse(source, await foreignAds(dialect.adsOfSource(source)).catch(unreadable));
      return unreadable(error);
    }
    const foreign = await foreignAds(dialect.adsOfLines(staged));
    if (foreign.length > 0) await refuse(source, foreign);
  }

  async function foreignAds(pairs: Statement): Promise<AdOfLine[]> {
    const rows = await engine.run({ statements: [pairs] });
    return catalogue.foreignAds(
      rows.map(({ adId, lineId }) => ({ adId: Number(adId), lineId: Number(lineId) })),
    );
  }

  /** Throws FactsRefusedError if a line is refused. */
  async function refuse(source: SourceFile, foreign: AdOfLine[]): Promise<void> {
    const [verdict] = await engine.run(dialect.diagnose(source, foreign)).catch(unreadable);
    const lines = refusedLines(verdict?.worst);
    if (lines.length > 0) throw new FactsRefusedError({ refused: Number(verdict?.refused), lines });
  }

  async function monthsOf(): Promise<string[]> {
    const rows = await engine.run({ statements: [dialect.months(staged)] });
    return rows.map(({ month }) => String(month));
  }

  async function lastHours(): Promise<NewLoad['lastHours']> {
    const rows = await engine.run({ statements: [dialect.lastHours(staged)] });
    return rows.map((row) => ({
      advertiserId: Number(row.advertiserId),
      lastHour: new Date(String(row.lastHour)),
    }));
  }

  async function writeMonth(month: string): Promise<Written> {
    const draft = await files.draft();
    drafts.push(draft);
    const name = `facts/delivery/${month}/${randomUUID()}.parquet`;
    const [about] = await engine.run({
      statements: [dialect.writeFacts([staged], month, draft), dialect.describe(draft)],
    });
    const rows = Number(about?.rows);
    const places = await writeRollUp({ engine, dialect, files }, draft, { kind: 'delivery', rows });
    drafts.push(...places);
    return {
      draft,
      name,
      kind: 'delivery',
      rows,
      rollUp: places,
      minHour: new Date(String(about?.minHour)),
      maxHour: new Date(String(about?.maxHour)),
    };
  }

  async function discard(): Promise<void> {
    for (const name of published) await files.remove(name);
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
