import type { PoolClient } from 'pg';
import type { FactKind } from './columns.ts';

/** A published file of facts, immutable. */
export interface FactFile {
  name: string;
  kind: FactKind;
  rows: number;
  bytes: number;
  minHour: Date;
  maxHour: Date;
}

/** A file that is to be listed. */
export interface NewFile extends FactFile {
  /** Places of its facts as text (`writeRollUp`), which go into the tables of delivery. */
  readonly rollUp: readonly string[];
}

export interface NewLoad {
  sha256: string;
  source: string;
  rows: number;
  files: NewFile[];
  /** The newest hour with delivery per advertiser, for the close of books. */
  lastHours: { advertiserId: number; lastHour: Date }[];
}

/** An ad that facts name with a line. */
export interface AdOfLine {
  adId: number;
  lineId: number;
}

/** Stores something in the transaction that registers a load. */
export type Alongside = (client: PoolClient) => Promise<void>;

/** Which files make up the facts; what it does not list does not exist for reports. */
export interface Catalogue {
  findLoad(sha256: string): Promise<{ rows: number } | null>;
  /** Of these pairs, those whose ad is not one of the line. */
  foreignAds(pairs: AdOfLine[]): Promise<AdOfLine[]>;
  /**
   * In one transaction, with what is to be stored `alongside`.
   * @returns false when the same content was registered in the meantime.
   */
  register(load: NewLoad, alongside?: Alongside): Promise<boolean>;
  /** Live files of these kinds with hours in the range (inclusive; null has no end). */
  files(query: { kinds: FactKind[]; first: Date | null; last: Date | null }): Promise<FactFile[]>;
}
