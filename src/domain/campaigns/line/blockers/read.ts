import { type Db, Prisma, sql } from '../../../../platform/database/connection/client.ts';
import type { DomainContext } from '../../../context.ts';
import { BLOCKER_MESSAGES, type BlockerCode, type DeliveryStatus, LINE_BLOCKERS } from './codes.ts';
import type { RuleRow } from './rules.ts';
import { adBlockersOf, lineBlockersOf } from './sql.ts';

/** Something that blocks the delivery of a line or an ad. */
export interface DeliveryBlocker {
  readonly code: BlockerCode;
  readonly message: string;
  /** The global ID of the object that has to change. */
  readonly node: string;
  /** Since when it applies; null if that is not recorded. */
  readonly since: Date | null;
}

type Caller = Pick<DomainContext, 'seatId' | 'now'> & { readonly db: Db };

const NOW = 'moment.now';
const ROW: RuleRow = { line: (column) => `lin.${column}`, now: NOW };
// The subquery computes the time once, and the planner sees it as a column.
const LINES = Prisma.raw(
  `FROM line lin CROSS JOIN moment WHERE lin.seat_id = moment.seat AND lin.id = ANY (moment.ids)`,
);
const ADS = Prisma.raw(`FROM ad JOIN line lin ON lin.id = ad.line_id CROSS JOIN moment
  WHERE ad.seat_id = moment.seat AND ad.id = ANY (moment.ids)`);
const OF_LINES = Prisma.raw(lineBlockersOf(ROW));
const OF_ADS = Prisma.raw(adBlockersOf('ad', ROW));

interface Found {
  readonly code: BlockerCode;
  readonly node: string;
  readonly since: string | null;
}

async function read(
  { db, seatId, now }: Caller,
  ids: readonly number[],
  [list, rows, id]: readonly [typeof OF_LINES, typeof LINES, 'lin.id' | 'ad.id'],
): Promise<Map<number, DeliveryBlocker[]>> {
  const found = await sql<{ id: number; blockers: Found[] }>(db)`
    WITH moment AS MATERIALIZED (SELECT ${now()}::timestamptz AS now, ${seatId}::int AS seat, ${ids}::int[] AS ids)
    SELECT ${Prisma.raw(id)} AS id, ${list} AS blockers ${rows}`;
  return new Map(
    found.map(({ id, blockers }) => [
      id,
      blockers.map(({ code, node, since }) => ({
        ...{ code, node, message: BLOCKER_MESSAGES[code] },
        since: since === null ? null : new Date(since),
      })),
    ]),
  );
}

/** Returns the blockers of lines of the seat by line ID; an empty list for lines that can deliver. */
export const deliveryBlockers = (ctx: Caller, lineIds: readonly number[]) =>
  read(ctx, lineIds, [OF_LINES, LINES, 'lin.id']);

/** Returns the blockers of ads of the seat: their own first, then those of their lines. */
export const adDeliveryBlockers = (ctx: Caller, adIds: readonly number[]) =>
  read(ctx, adIds, [OF_ADS, ADS, 'ad.id']);

/** Returns the status that follows from a line's blockers. */
export function statusOf(blockers: readonly DeliveryBlocker[]): DeliveryStatus {
  const [first] = blockers;
  if (!first) return 'ACTIVE';
  const { code } = first;
  return code in LINE_BLOCKERS ? LINE_BLOCKERS[code as keyof typeof LINE_BLOCKERS][0] : 'BLOCKED';
}
