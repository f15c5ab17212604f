import type { DomainContext } from '../../domain/context.ts';
import {
  asksOf,
  currentFlight,
  type Pacing as Figures,
  type Flight,
  pacingOf,
} from '../../domain/delivery/pacing.ts';
import type { Point } from '../../domain/delivery/read.ts';
import { builder } from '../builder.ts';
import type { ResourceType } from '../parts/models.ts';
import { Money } from '../parts/money.ts';
import { priced } from '../server/price/price.ts';
import { FLIGHT_DAYS, noRate } from './arguments.ts';
import { loadDelivery } from './delivers.ts';

const PacingStatus = builder.enumType('PacingStatus', {
  description: 'The spend of a flight compared with its budget.',
  values: {
    NOT_STARTED: { description: 'The flight has not started.' },
    BEHIND: { description: 'Less was spent than expected by now.' },
    ON_TRACK: { description: 'The spend is within 10 % of the expected spend.' },
    AHEAD: { description: 'More was spent than expected by now.' },
    SPENT: { description: 'The budget is spent.' },
    ENDED: { description: 'The flight ended before the budget was spent.' },
  } as const,
});

const places = (amount: number) => amount.toFixed(6);

export const Pacing = builder.objectRef<Figures>('Pacing').implement({
  description: 'The spend of a flight compared with its budget, in the advertiser’s currency.',
  fields: (t) => {
    const amount = (description: string, of: (pacing: Figures) => string) =>
      t.field({
        type: Money,
        description,
        resolve: (pacing) => ({ amount: of(pacing), currency: pacing.currency }),
      });
    return {
      budget: amount('The budget of the flight.', ({ budget }) => places(budget)),
      delivered: amount('The amount spent in the flight.', ({ delivered }) => delivered),
      expected: amount('The budget’s share of the time that has passed.', ({ expected }) => places(expected)),
      ratio: t.exposeFloat('ratio', {
        nullable: true,
        description: '`delivered` divided by `expected`. Null before the flight.',
      }),
      projected: amount(
        'The spend at the end of the flight, at the rate of the last 24 hours.',
        ({ projected }) => places(projected),
      ),
      status: t.expose('status', { type: PacingStatus, description: 'The state of the flight’s budget.' }),
    };
  },
});

/** Adds `pacing` to lines and their flights. */
export function addPacing(types: {
  line: ResourceType<'Line'>;
  schedule: ResourceType<'LineSchedule'>;
}): void {
  builder.prismaObjectField(types.line, 'pacing', (t) =>
    t.field({
      type: Pacing,
      nullable: true,
      description:
        'The pacing of the flight that runs now, else of the next, else of the last. Null if it has no budget.',
      extensions: priced(() => ({ rows: FLIGHT_DAYS })),
      select: { id: true, schedules: { orderBy: { id: 'asc' } } },
      resolve: ({ id, schedules }, _args, ctx) => {
        const flight = currentFlight(schedules, ctx.now());
        return flight ? readPacing(ctx, id, flight) : null;
      },
    }),
  );
  builder.prismaObjectField(types.schedule, 'pacing', (t) =>
    t.field({
      type: Pacing,
      nullable: true,
      description: 'The pacing of the flight. Null if it has no budget.',
      extensions: priced(() => ({ rows: FLIGHT_DAYS })),
      select: { lineId: true, budget: true, startDate: true, endDate: true },
      resolve: (flight, _args, ctx) => readPacing(ctx, flight.lineId, flight),
    }),
  );
}

async function readPacing(ctx: DomainContext, lineId: number, flight: Flight): Promise<Figures | null> {
  const now = ctx.now();
  const asked = asksOf(lineId, flight, now);
  return pacingFrom(flight, await Promise.all(asked.map((one) => loadDelivery(ctx, one))), now);
}

export function pacingFrom(flight: Flight, points: readonly Point[][], now: Date): Figures | null {
  const [whole, last] = points.map(([point]) => point);
  if (!whole || !last) return null;
  if (!whole.delivery.hasRate) throw noRate(whole.delivery.currency);
  return pacingOf({ flight, delivered: whole.delivery, recent: last.delivery, now });
}
