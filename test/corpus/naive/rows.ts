import pg from 'pg';
import { RESOURCES } from '../../../src/domain/resources.ts';
import type { Relation } from '../../../src/resources/define/resource.ts';

/** A row as it is stored, by column. */
export type Row = Readonly<Record<string, unknown>>;

const INT8 = 20;
/** 64-bit integers as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

export const snake = (name: string): string =>
  name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** Every row of every resource that a seat may see, as it was when it was loaded. */
export class NaiveRows {
  readonly #rows: ReadonlyMap<string, readonly Row[]>;
  readonly #byId: ReadonlyMap<string, ReadonlyMap<unknown, Row>>;

  private constructor(rows: ReadonlyMap<string, readonly Row[]>) {
    this.#rows = rows;
    this.#byId = new Map(
      [...rows].map(([type, rows]) => [type, new Map(rows.map((row) => [row.id, row]))] as const),
    );
  }

  static async load(pool: pg.Pool, seatId: number): Promise<NaiveRows> {
    const rows = new Map<string, readonly Row[]>();
    const select = async (type: string, condition = '') =>
      (await pool.query<Row>({ text: `SELECT * FROM "${snake(type)}" ${condition} ORDER BY id`, types }))
        .rows;
    for (const { name, visible } of RESOURCES.values())
      if (visible === 'of the seat') rows.set(name, await select(name, `WHERE seat_id = ${seatId}`));
    for (const { name, visible } of RESOURCES.values()) {
      const owner = visible === 'of the seat' ? undefined : ownerOf(name);
      if (!owner) continue;
      const owners = new Set(rows.get(owner.type)?.map(({ id }) => id));
      rows.set(
        name,
        (await select(name)).filter((row) => owners.has(row[snake(owner.column)])),
      );
    }
    return new NaiveRows(rows);
  }

  of(type: string): readonly Row[] {
    return this.#rows.get(type) ?? [];
  }

  byId(type: string, id: unknown): Row | undefined {
    return this.#byId.get(type)?.get(id);
  }

  /** `creative.name` is a column of the row that `creative_id` refers to. */
  valueAt(row: Row, path: string): unknown {
    const [relation = '', inner] = path.split('.');
    if (inner === undefined) return row[snake(path)];
    const type = relation.charAt(0).toUpperCase() + relation.slice(1);
    return this.byId(type, row[`${snake(relation)}_id`])?.[snake(inner)];
  }
}

function ownerOf(part: string): { type: string; column: string } | undefined {
  for (const { name, relations } of RESOURCES.values()) {
    const found = Object.values<Relation>(relations).find(
      ({ to, resource }) => to !== 'one' && resource === part,
    );
    if (found) return { type: name, column: found.column };
  }
  return undefined;
}
