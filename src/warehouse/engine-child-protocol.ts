import type { DuckDbSettings } from './duckdb/engine.ts';
import type { Row } from './engine.ts';

export interface ChildSettings extends DuckDbSettings {
  /** The limit for the whole process. The engine's own limit is lower. */
  maxRssMb: number;
}

export type FromChild = { rows: Row[] } | { error: string } | { progress: number } | { overMemory: true };
