import { defineEnum, valuesOf } from '../../../resources/define/enum-type.ts';

/** The fields of a pixel event. `rules.ts` checks against them, and the OpenAPI document describes them. */

export interface EventField {
  readonly description: string;
  /** The maximum length in characters. */
  readonly maxLength?: number;
  readonly choices?: readonly string[];
}

export const ACTION_SOURCE = defineEnum('ActionSource', 'Where the action of an event took place.', {
  website: 'On a website.',
  app: 'In an app.',
  offline: 'Offline.',
});

const TEXT = 255;

/** Values of event_time from this one on are in milliseconds. */
export const FIRST_MS = 1e11;

export const EVENT_FIELDS = {
  event_time: {
    description:
      'The time when the event happened, since the epoch. Values of 10^11 and above are milliseconds, smaller values seconds.',
  },
  action_source: {
    description: 'Where the action took place: `website`, `app` or `offline`, in any case.',
    choices: valuesOf(ACTION_SOURCE),
  },
  action_source_url: { description: 'The URL of the page.', maxLength: 2_048 },
} as const satisfies Readonly<Record<string, EventField>>;

/** An event with this field is a test: it is validated and shown in live views, and not stored. */
export const TEST_CODE = { name: 'test_event_code', maxLength: 64 } as const;

/** The keys of which an event needs at least one: hashes of addresses, and IDs of devices and cookies. */
export const HASHED = {
  email: { description: 'The SHA-256 hash of the lower-case email address, as 64 hexadecimal digits.' },
  he: { description: 'An alias of `email`.' },
} as const satisfies Readonly<Record<string, EventField>>;
export const SHA_256 = /^[0-9A-Fa-f]{64}$/;

export const UUID = /^[\dA-Fa-f]{8}-[\dA-Fa-f]{4}-[\dA-Fa-f]{4}-[\dA-Fa-f]{4}-[\dA-Fa-f]{12}$/;
/** The ID that devices send whose users have disabled tracking. */
export const ZERO_UUID = '00000000-0000-0000-0000-000000000000';
/** Matches a number as people write it: with a plus sign, or in groups. Digits without either can be an ID. */
const TELEPHONE = /^(?=(?:\D*\d){7,15}\D*$)(?:\+[\d ()./-]+|\(?\d{1,5}\)?[ ./-](?:\d{2,5}[ ./-])*\d{2,8})$/;
/** A cheap first check, because it runs for every event. */
const MAY_BE_TELEPHONE = /^\s*(?:tel:)?(?:[\d\s+()./\p{Pd}]|%2b|%20){3,40}$/iu;

/**
 * Returns whether a text is a telephone number, including percent-encoded ones, `tel:` URIs, and typographic dashes.
 */
export function isTelephone(text: string): boolean {
  if (text.length > TEXT || !MAY_BE_TELEPHONE.test(text)) return false;
  const plain = text
    .replace(/%2b/i, '+')
    .replace(/%20|\s/g, ' ')
    .replace(/\p{Pd}/gu, '-')
    .trim();
  const number = plain.replace(/^tel:/i, '');
  return TELEPHONE.test(number) || (number !== plain && /^\d{3,15}$/.test(number));
}

interface DeviceId extends EventField {
  readonly maxLength: number;
  readonly isUuid: boolean;
}

export const deviceIds = (operator: string): Readonly<Record<string, DeviceId>> => ({
  idfa: {
    description: 'The Apple advertising ID, a UUID that is not all zeros.',
    maxLength: 36,
    isUuid: true,
  },
  gpsaid: {
    description: 'The Google Play advertising ID, a UUID that is not all zeros.',
    maxLength: 36,
    isUuid: true,
  },
  [`${operator}_id`]: {
    description: 'The cookie-sync ID. A telephone number is refused.',
    maxLength: TEXT,
    isUuid: false,
  },
});

export const VALUES = {
  gv: { description: 'The value in US dollars. It is stored exactly.', maxLength: TEXT },
  value: { description: 'An alias of `gv`. If both are sent, `gv` applies.', maxLength: TEXT },
} as const satisfies Readonly<Record<string, EventField>>;

export const LABELS = {
  ec: { description: 'The event category.', maxLength: TEXT },
  el: { description: 'The event label.', maxLength: TEXT },
  ea: { description: 'The event action.', maxLength: TEXT },
} as const satisfies Readonly<Record<string, EventField>>;

export const PRODUCT_ID = {
  description: 'At most 1,000 product IDs, as an array or a comma-separated string.',
  maxLength: TEXT,
  entries: 1_000,
} as const satisfies EventField & { entries: number };

export const USER_DEFINED = { pairs: 10, name: 32, value: TEXT } as const;
