import type { FactFile } from '../catalogue.ts';
import type { Dialect } from '../dialect.ts';
import type { Engine } from '../engine.ts';
import type { FileStore } from '../file-store.ts';

/** The number of facts whose lists the engine holds in memory at once. */
const MAX_FACTS = 2_000_000;

/**
 * Writes the text that `addDelivery` reads for a file.
 * @returns drafts, which the caller removes
 */
export async function writeRollUp(
  { engine, dialect, files }: { engine: Engine; dialect: Dialect; files: FileStore },
  filePath: string,
  { kind, rows }: Pick<FactFile, 'kind' | 'rows'>,
): Promise<string[]> {
  const of = Math.max(1, Math.ceil(rows / MAX_FACTS));
  const targets: string[] = [];
  for (let part = 0; part < of; part += 1) targets.push(await files.draft());
  try {
    await engine.run({
      statements: targets.map((target, part) => dialect.rollUp(filePath, kind, { target, part, of })),
    });
  } catch (error) {
    for (const target of targets) await files.remove(target);
    throw error;
  }
  return targets;
}
