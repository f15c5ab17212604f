import type { DomainContext } from '../context.ts';
import { asksOf, type Flight, type Pacing, pacingOf } from './pacing.ts';
import { readDelivery } from './read.ts';

/** The pacing of flights, read at once and in their order; null without a budget or a rate for the currency. */
export async function readPacings(
  ctx: Pick<DomainContext, 'pool' | 'seatId'>,
  { flights, now }: { flights: readonly { readonly lineId: number; readonly flight: Flight }[]; now: Date },
): Promise<(Pacing | null)[]> {
  const asked = flights.map(({ lineId, flight }) => asksOf(lineId, flight, now));
  const all = asked.flat();
  const { pool, seatId } = ctx;
  const points = all.length > 0 ? await readDelivery({ pool, seatId, now: () => now }, all) : [];
  return flights.map(({ flight }, index) => {
    const [whole, recent] = (asked[index] ?? []).map(() => points.shift()?.[0]);
    if (!whole?.delivery.hasRate || !recent) return null;
    return pacingOf({ flight, delivered: whole.delivery, recent: recent.delivery, now });
  });
}
