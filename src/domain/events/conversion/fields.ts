/**
 * The parameters of a conversion postback. `rules.ts` checks against them, and the OpenAPI document describes
 * them.
 */
export const PARAMETERS = {
  vmcid: { description: 'The click ID.', required: true },
  id: {
    description: 'The ID of the event, unique for each `dp`. A repeated event is counted once.',
    required: true,
  },
  dp: { description: 'The data provider that sends the conversion.', required: true },
  et: {
    description:
      'The time when the event happened, since the epoch. Values of 10^11 and above are milliseconds, smaller values seconds. Defaults to the time of receipt.',
    required: false,
  },
  gv: { description: 'The value, as a number such as `19.90` or `1e3`.', required: false },
  gc: { description: 'The ISO 4217 currency of the value. Default USD.', required: false },
  ec: { description: 'The event category.', required: false },
  ea: { description: 'The event action.', required: false },
  '.yp': { description: 'The pixel ID.', required: false },
} as const;

/** In characters. */
export const NAME_LENGTH = 32;
export const VALUE_LENGTH = 255;
/** The maximum number of pairs in addition to the parameters above. */
export const MAX_FURTHER = 50;
export const DEFAULT_CURRENCY = 'USD';
