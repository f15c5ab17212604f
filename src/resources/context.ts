import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from '../platform/database/connection/client.ts';
import type { Replica } from '../platform/database/connection/replica.ts';

/** The settings of a seat. */
export interface SeatTraits {
  /** ISO 3166 alpha-2; with it, billing contacts are shown. */
  readonly legalComplianceCountry: string | null;
  /** In sync: writes are refused. */
  readonly readOnly: boolean;
}

/** What reading and checking resources needs of a call. The context of the domain is one. */
export interface ResourceContext {
  readonly config: Config;
  readonly db: Db;
  readonly pool: Pool;
  readonly replica?: Replica | undefined;
  readonly log: Logger;
  readonly now: () => Date;
  readonly seatId: number;
  readonly seat: SeatTraits;
  readonly requestId: string;
  /** The paths of fields that no input definition contains. REST lists them in `X-Ignored-Fields`. */
  readonly ignoredFields: string[];
  /** Fields that the interface refuses. They are reported together with the other problems of the input. */
  readonly refusedFields: RefusedField[];
  /** Set for interfaces that accept documented fields only: other fields of inputs count as unknown. */
  readonly hasDocumentedInputs?: true;
}

export interface RefusedField {
  readonly path: string;
  /** Without the path, such as "is not supported". */
  readonly reason: string;
}
