import type { DuckDbSettings } from './duckdb/engine.ts';
import type { Row } from './engine.ts';

export interface ChildSettings extends DuckDbSettings {
  /** The whole process; the engine's own limit is below it. */
  mostRssMb: number;
}

export type FromChild = { rows: Row[] } | { error: string } | { progress: number } | { overMemory: true };
