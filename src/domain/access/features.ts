import { LISTS } from '../audiences/dictionary/lists.ts';

/** The native objects, by their path names. */
export const NATIVE_OBJECTS = ['campaign', 'adgroup', 'ad', 'keyword', 'targetingattribute'] as const;

/**
 * The features that FLIGHTLINE_DISABLED_FEATURES can disable: native objects and dictionary lists, by their
 * path names.
 */
export const featureNames = (operator: string): string[] => [
  ...NATIVE_OBJECTS,
  ...Object.keys(LISTS).map((list) =>
    list === 'interest_segments_platform' ? `interest_segments_${operator}` : list,
  ),
];
