import type { PoolClient } from 'pg';
import type { FactKind } from './columns.ts';

/** A published file of facts. It never changes. */
export interface FactFile {
  name: string;
  kind: FactKind;
  rows: number;
  bytes: number;
  minHour: Date;
  maxHour: Date;
}

/** A file to be registered in the catalogue. */
export interface NewFile extends FactFile {
  /** Paths of its facts as text (`writeRollUp`), which are copied to the delivery tables. */
  readonly rollUp: readonly string[];
}

export interface NewLoad {
  sha256: string;
  source: string;
  rows: number;
  files: NewFile[];
  /** The newest hour with delivery per advertiser, used to close the books. */
  lastHours: { advertiserId: number; lastHour: Date }[];
}

/** An ad and the line that facts name with it. */
export interface AdOfLine {
  adId: number;
  lineId: number;
}

/** Stores more rows in the transaction that registers a load. */
export type Alongside = (client: PoolClient) => Promise<void>;

/** The catalogue of fact files. Reports read only files that it lists. */
export interface Catalogue {
  findLoad(sha256: string): Promise<{ rows: number } | null>;
  /** Returns the pairs whose ad does not belong to the line. */
  foreignAds(pairs: AdOfLine[]): Promise<AdOfLine[]>;
  /**
   * Lists the files in one transaction with `alongside`.
   * @returns false if the same content was registered in the meantime.
   */
  register(load: NewLoad, alongside?: Alongside): Promise<boolean>;
  /** Returns live files of these kinds with hours in the range (inclusive, null is unbounded). */
  files(query: { kinds: FactKind[]; first: Date | null; last: Date | null }): Promise<FactFile[]>;
}
