import type { DomainContext } from '../../domain/context.ts';
import {
  type Pacing as Measures,
  PACING_STATUS,
  pacingFrom,
  pacingJson,
} from '../../domain/reporting/delivery/pacing.ts';
import type { Call } from '../../resources/define/expression.ts';
import { builder } from '../builder.ts';
import type { ResourceType } from '../parts/models.ts';
import { rowField } from '../parts/row-field.ts';
import { enumOf } from '../parts/values/enums.ts';
import { Money } from '../parts/values/money.ts';
import { priced } from '../server/price/price.ts';
import { FLIGHT_DAYS, noRate } from './arguments.ts';

const PacingStatus = enumOf(PACING_STATUS);

const places = (amount: number) => amount.toFixed(6);

export const Pacing = builder.objectRef<Measures>('Pacing').implement({
  description: 'The spend of a flight compared with its budget, in the advertiser’s currency.',
  fields: (t) => {
    const amount = (description: string, of: (pacing: Measures) => string) =>
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
        'The spend at the end of the flight, at the rate of the last 24 hours. More than the budget if that rate would spend it earlier: `budgetSpentAt`.',
        ({ projected }) => places(projected),
      ),
      budgetSpentAt: t.expose('budgetSpentAt', {
        type: 'DateTime',
        nullable: true,
        description:
          'The time at which the budget will be spent, at the rate of the last 24 hours. Null if it lasts until the end of the flight, and without a pace.',
      }),
      willUnderdeliver: t.exposeBoolean('willUnderdeliver', {
        description:
          'Whether `status` is `ON_TRACK` or `AHEAD` and more than 10 % of the budget will be left at the end of the flight, at the rate of the last 24 hours.',
      }),
      isActive: t.exposeBoolean('isActive', {
        description:
          'Whether the line, its campaign and its advertiser are active, and the campaign has started and not ended.',
      }),
      status: t.expose('status', { type: PacingStatus, description: 'The state of the flight’s budget.' }),
    };
  },
});

/** Adds `pacing` to lines and their flights. */
export function addPacing(types: {
  line: ResourceType<'Line'>;
  schedule: ResourceType<'LineSchedule'>;
}): void {
  const shared = {
    ...{ type: Pacing, nullable: true, extensions: priced(() => ({ rows: FLIGHT_DAYS })), maxKeyBytes: 600 },
    open: () => (_ctx: DomainContext, json: string) => shownPacing(pacingFrom(json)),
  };
  rowField(types.line, 'Line.pacing', {
    ...shared,
    description:
      'The pacing of the flight that runs now, else of the next, else of the last. Null if it has no budget.',
    key: ({ column, bind }, selected) =>
      pacingJson({ line: column('id'), now: bind(now, 'timestamptz') }, selected),
  });
  rowField(types.schedule, 'LineSchedule.pacing', {
    ...shared,
    description: 'The pacing of the flight. Null if it has no budget.',
    key: ({ column, bind }, selected) =>
      pacingJson({ line: column('lineId'), flight: column('id'), now: bind(now, 'timestamptz') }, selected),
  });
}

const now = ({ ctx }: Call) => ctx.now();

/** Returns null instead of a pacing without an exchange rate, because its amounts cannot be shown. */
function shownPacing(pacing: Measures | null): Measures | null {
  if (pacing && !pacing.hasRate) throw noRate(pacing.currency);
  return pacing;
}
