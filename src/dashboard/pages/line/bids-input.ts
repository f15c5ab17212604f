import type { Refused } from '../../api/outcome.ts';
import { BidMultiplierTargetType, type UpdateBidMultipliersInput } from '../../generated/graphql.ts';
import { issueAt } from '../../parts/issue.ts';
import type { Hour, hoursOf } from './bid-hours.ts';

/** Factors by hour of the week. */
export type Hours = ReadonlyMap<Hour, number>;

/** A refusal with the hours that it is about by name. */
export function refusalText(
  { message, issues }: Refused,
  stored: ReturnType<typeof hoursOf>,
  edited: Hours,
): string {
  const hours = [...edited.keys()];
  const lists = {
    added: hours.filter((hour) => !stored.has(hour)),
    edited: hours.filter((hour) => stored.has(hour)),
  };
  const texts = [...issues].map(([path, text]) => {
    const [, list, row] = /^(added|edited)\[(\d+)\]/.exec(path) ?? [];
    const hour = list && lists[list as keyof typeof lists][Number(row)];
    return issueAt(path, text, hour && `Factor of ${hour.replace('-', ' ')}:00`);
  });
  return texts.join(' ') || message;
}

/** What was edited, as the service takes it: hours that it does not know are added, 1 removes. */
export function bidsInput(
  line: { readonly id: string; readonly updatedAt: string },
  stored: ReturnType<typeof hoursOf>,
  edited: Hours,
): UpdateBidMultipliersInput {
  const isNew = ([hour]: readonly [Hour, number]) => !stored.has(hour);
  const items = [...edited];
  return {
    lineId: line.id,
    updatedAt: line.updatedAt,
    added: items.filter(isNew).map(([hour, multiplier]) => {
      const [day, number] = hour.split('-');
      return {
        targetType: BidMultiplierTargetType.DayParting,
        targetValue: { day, hour: Number(number) },
        multiplier,
      };
    }),
    edited: items.flatMap(([hour, multiplier]) => {
      const known = stored.get(hour);
      return known ? [{ id: known.id, multiplier }] : [];
    }),
  };
}
