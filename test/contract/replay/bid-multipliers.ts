import type { Example } from './example.ts';
import { empty, integer, list, matching, nothing, number, object, one } from './shape.ts';

const multiplier = { id: integer, multiplier: number };
const byTarget = object({
  ...multiplier,
  targetType: one('SUPPLY_GROUP', 'SITE_X_DEVICE', 'SITE_GROUP_X_DEVICE'),
  targetValue: integer,
});
const byHour = object({
  ...multiplier,
  targetType: one('DAY_PARTING'),
  targetValue: object({ day: matching('weekday', /^[A-Z][a-z]{2}$/), hour: integer }),
});
const isByHour = (value: unknown) => (value as { targetType?: unknown } | null)?.targetType === 'DAY_PARTING';
const multipliers = object({
  bidMultipliers: list((value, at) => (isByHour(value) ? byHour : byTarget)(value, at)),
  bidMultiplierCap: nothing,
});
const noMultipliers = object({ bidMultipliers: empty, bidMultiplierCap: nothing });

export const bidMultipliers: readonly Example[] = [
  {
    title: 'no multipliers',
    send: ({ line }) => ['GET', `/lines/${line.id}/bidmultipliers`],
    shape: noMultipliers,
  },
  {
    title: 'added multipliers',
    send: ({ line, given }) => [
      'POST',
      `/lines/${line.id}/bidmultipliers`,
      {
        added: [
          ...given.targets.map((target: object) => ({ ...target, multiplier: 1.5 })),
          { targetType: 'DAY_PARTING', targetValue: { day: 'Mon', hour: 9 }, multiplier: 2 },
        ],
      },
    ],
    shape: multipliers,
  },
  {
    title: 'edited and removed multipliers',
    send: ({ line, 'added multipliers': { bidMultipliers } }) => {
      const [first, second, third] = bidMultipliers;
      return [
        'POST',
        `/lines/${line.id}/bidmultipliers`,
        {
          edited: [{ ...first, multiplier: 1.25 }],
          removed: [second.id],
          removedItems: [{ id: third.id, targetType: third.targetType }],
        },
      ];
    },
    shape: multipliers,
  },
];
