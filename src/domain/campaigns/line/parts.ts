import { type Db, sql } from '../../../platform/database/connection/client.ts';
import type {
  LineConversion,
  LineFee,
  LineSchedule,
  Prisma,
} from '../../../platform/database/generated/prisma/client.ts';
import { insertRows } from '../../../platform/database/rows/write-row.ts';
import type { Fields, Problems } from '../../../resources/define/input.ts';
import { mergeParts, partsOf, rowsBelow, withoutIds } from '../../../resources/define/parts.ts';
import { rowOfSeat } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import type { UpdateLine } from './input.ts';

/** The relations that are loaded with a line, each ordered by ID. */
export const LINE_PARTS = {
  schedules: { orderBy: { id: 'asc' } },
  fees: { orderBy: { id: 'asc' } },
  conversions: { orderBy: { id: 'asc' } },
} as const satisfies Prisma.LineInclude;

export type LineWithParts = Prisma.LineGetPayload<{ include: typeof LINE_PARTS }>;

type Sent = Partial<Fields<typeof UpdateLine.fields.shape>>;
type Part<Row> = Omit<Row, 'id' | 'lineId'>;
type StoredParts = Pick<LineWithParts, 'schedules' | 'fees' | 'conversions'>;

/** Merges the three lists of a line into the stored ones by ID, and checks each item. */
export async function mergeLineParts(options: {
  ctx: DomainContext;
  problems: Problems;
  /** The line's advertiser; undefined if its campaign is not known. */
  advertiserId: number | undefined;
  stored: StoredParts | undefined;
  sent: Sent;
}) {
  const { ctx, problems, advertiserId, sent } = options;
  const stored = options.stored ?? { schedules: [], fees: [], conversions: [] };
  // A new line has no items that an ID could name.
  const items = <Item extends { id?: number }>(list: Item[] | undefined): Item[] | undefined =>
    options.stored ? list : (withoutIds(list) as Item[] | undefined);

  const schedules = mergeParts<NonNullable<Sent['schedules']>[number], Part<LineSchedule>>({
    problems,
    path: 'schedules',
    what: 'a schedule of this line',
    sent: items(sent.schedules),
    stored: stored.schedules,
    removal: { path: 'removeScheduleIds', ids: sent.removeScheduleIds },
    toData: ({ id: _, startDateStr, endDateStr, ...rest }) => ({
      ...rest,
      ...(startDateStr && { startDate: startDateStr }),
      ...(endDateStr && { endDate: endDateStr }),
    }),
  });
  const fees = mergeParts<NonNullable<Sent['feeList']>[number], Part<LineFee>>({
    problems,
    path: 'feeList',
    what: 'a fee of this line',
    sent: items(sent.feeList),
    stored: stored.fees,
    removal: { path: 'removeFeeIds', ids: sent.removeFeeIds },
    toData: ({ id: _, ...rest }) => rest,
  });
  const conversions = mergeParts<NonNullable<Sent['conversionList']>[number], Part<LineConversion>>({
    problems,
    path: 'conversionList',
    what: 'a conversion of this line',
    sent: items(sent.conversionList),
    stored: stored.conversions,
    removal: { path: 'removeConversionIds', ids: sent.removeConversionIds },
    toData: ({ id: _, ...rest }) => rest,
  });

  for (const { path, data } of schedules.parts) {
    if (path === undefined) continue;
    require(problems, path, { startDateStr: data.startDate, endDateStr: data.endDate });
    if (problems.has(`${path}.startDateStr`) || problems.has(`${path}.endDateStr`)) continue;
    if (data.startDate && data.endDate && data.endDate <= data.startDate)
      problems.add(`${path}.endDateStr`, 'must be after startDateStr');
  }
  for (const { path, data } of fees.parts)
    if (path !== undefined)
      require(problems, path, { name: data.name, fee: data.fee, typeName: data.typeName });
  for (const { path, data } of conversions.parts)
    if (path !== undefined) require(problems, path, { beaconId: data.beaconId });
  await checkBeacons({ ctx, problems, advertiserId, parts: conversions.parts });

  return {
    conversions: conversions.parts.length,
    write: { schedules: schedules.write, fees: fees.write, conversions: conversions.write },
  };
}

type PartsWrite = Awaited<ReturnType<typeof mergeLineParts>>['write'];

/** Stores the lists of a new line, in the order in which they were sent. */
export async function createParts(options: {
  db: Db;
  lineId: number;
  write: PartsWrite;
}): Promise<StoredParts> {
  const { db, lineId, write } = options;
  const added = <Part>(list: { createMany?: { data: Part[] } }) =>
    (list.createMany?.data ?? []).map((part) => ({ ...part, lineId }));
  const [schedules, fees, conversions] = await Promise.all([
    insertRows<LineSchedule>({ db, table: 'line_schedule', rows: added(write.schedules) }),
    insertRows<LineFee>({ db, table: 'line_fee', rows: added(write.fees) }),
    insertRows<LineConversion>({ db, table: 'line_conversion', rows: added(write.conversions) }),
  ]);
  return { schedules, fees, conversions };
}

/** Returns the lists of a line that is locked. */
export async function storedParts({
  ctx,
  lineId,
}: {
  ctx: DomainContext;
  lineId: number;
}): Promise<StoredParts> {
  const parts = await rowOfSeat({
    ctx,
    name: 'parts of lines',
    id: lineId,
    rows: (ids) => sql<StoredParts & { id: number }>(ctx.db)`
      SELECT id, ${rowsBelow('line_schedule', 'line_id')} AS schedules, ${rowsBelow('line_fee', 'line_id')} AS fees,
             ${rowsBelow('line_conversion', 'line_id')} AS conversions
      FROM line AS owner WHERE id = ANY(${ids}::int[])`,
  });
  if (!parts) throw new Error(`Line ${lineId} is gone.`);
  return {
    schedules: partsOf(parts.schedules, ['startDate', 'endDate']),
    fees: partsOf(parts.fees),
    conversions: partsOf(parts.conversions),
  };
}

/** Returns the fields that are columns of the line itself. */
export function columnsOf<T extends Sent & { pacingMode?: unknown; orderId?: unknown }>(sent: T) {
  const { orderId: _, pacingMode: _alias, schedules: _s, feeList: _f, conversionList: _c, ...rest } = sent;
  const { removeScheduleIds: _rs, removeFeeIds: _rf, removeConversionIds: _rc, ...columns } = rest;
  return columns;
}

function require(problems: Problems, path: string, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values))
    if (value === undefined) problems.add(`${path}.${name}`, 'is required');
}

/** Conversions can only be counted by pixels of the line's own advertiser. */
async function checkBeacons(options: {
  ctx: DomainContext;
  problems: Problems;
  advertiserId: number | undefined;
  parts: readonly { path: string | undefined; data: { beaconId?: number } }[];
}): Promise<void> {
  const { ctx, problems, advertiserId } = options;
  const named = options.parts.flatMap(({ path, data }) =>
    path !== undefined && data.beaconId !== undefined ? [{ path, beaconId: data.beaconId }] : [],
  );
  if (named.length === 0 || advertiserId === undefined) return;
  const pixels = await rowOfSeat({
    ctx,
    name: 'pixels of advertisers',
    id: advertiserId,
    rows: (ids) => sql<{ id: number; pixels: number[] }>(ctx.db)`
      SELECT advertiser_id AS id, array_agg(id) AS pixels FROM pixel
      WHERE advertiser_id = ANY(${ids}::int[]) GROUP BY advertiser_id`,
  });
  const known = new Set(pixels?.pixels);
  for (const { path, beaconId } of named)
    if (!known.has(beaconId)) problems.add(`${path}.beaconId`, 'must be a pixel of the line’s advertiser');
}
