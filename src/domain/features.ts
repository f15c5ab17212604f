import { LISTS } from './dictionary/lists.ts';

/** The native objects, as in their paths. */
export const NATIVE_OBJECTS = ['campaign', 'adgroup', 'ad', 'keyword', 'targetingattribute'] as const;

/** What FLIGHTLINE_DISABLED_FEATURES can switch off: native objects and dictionary lists, as in their paths. */
export const featureNames = (operator: string): string[] => [
  ...NATIVE_OBJECTS,
  ...Object.keys(LISTS).map((list) =>
    list === 'interest_segments_platform' ? `interest_segments_${operator}` : list,
  ),
];
