import type { Db } from '../../platform/database/connection/client.ts';
import type { Trade } from './catalogue.ts';
import { EVENT_CATEGORY, type EventAction } from './events.ts';

interface PlannedSegment {
  readonly name: (product: string) => string;
  readonly action: EventAction;
  /** The place of the product in the catalogue; all products without one. */
  readonly product?: number;
}

const SEGMENTS: readonly PlannedSegment[] = [
  { name: () => 'Buyers', action: 'purchase' },
  { name: () => 'Put something into the cart', action: 'add_to_cart' },
  { name: (product) => `Looked at ${product}`, action: 'view_product', product: 0 },
];

/** Adds segments of the events of an advertiser’s pixel. Not every advertiser has all of them. */
export async function addSegments(options: {
  readonly db: Db;
  readonly trade: Trade;
  readonly index: number;
  readonly seatId: number;
  readonly pixelId: number;
}): Promise<void> {
  const { db, trade, index, seatId, pixelId } = options;
  const planned = SEGMENTS.filter((_, at) => (index + at) % SEGMENTS.length !== 2);
  await db.segment.createMany({
    data: planned.map(({ name, action, product }) => {
      const label = product === undefined ? null : (trade.products[product] ?? null);
      return { seatId, pixelId, name: name(label ?? ''), ec: EVENT_CATEGORY, ea: action, el: label };
    }),
  });
}
