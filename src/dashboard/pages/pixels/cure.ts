/** What to do about refusals of a field, by what its path begins with; the first that fits counts. */
const CURES: readonly (readonly [field: string, cure: string])[] = [
  ['event_time', 'Send when it happened, in seconds or milliseconds since 1970, within 90 days.'],
  [
    'user_data.email',
    'Trim the email address, write it in lower case, and send only its hash (SHA-256, hexadecimal).',
  ],
  [
    'user_data.he',
    'Trim the email address, write it in lower case, and send only its hash (SHA-256, hexadecimal).',
  ],
  ['user_data.idfa', 'Leave the ID out where the device sends only zeros: its owner allows none.'],
  ['user_data.gpsaid', 'Leave the ID out where the device sends only zeros: its owner allows none.'],
  ['user_data', 'Name the person by a hashed email address, a device ID or the cookie ID.'],
  ['custom_data.gv', 'Write values like 19.90: no currency, no thousands separator.'],
  ['custom_data.value', 'Write values like 19.90: no currency, no thousands separator.'],
  ['custom_data.product_id', 'Send products as an array of texts, or as one text with commas.'],
  ['custom_data', 'Shorten the text, or leave out what is not needed.'],
  ['action_source', 'Use offline, app or website, or leave the field out.'],
  ['pixel_id', 'Let the client send for this pixel: “May send” above.'],
];
/** Of reasons that concern the request. */
const OF_REQUEST: readonly (readonly [pattern: RegExp, cure: string])[] = [
  [/events per second/, 'Send fewer events a second: collect them and send up to 5,000 in one request.'],
  [/at most .* events/, 'Send the events in several requests.'],
  [/allow-list/, 'Let the client send for this pixel: “May send” above.'],
];

/** What ends a reason for refusals, in a sentence; undefined where the reason says it all. */
export function cureOf(field: string | null, reason: string): string | undefined {
  const plain = field?.replace(/^\[\d+\]\.?/, '');
  const [, cure] = plain ? (CURES.find(([start]) => plain.startsWith(start)) ?? []) : [];
  return cure ?? OF_REQUEST.find(([pattern]) => pattern.test(reason))?.[1];
}
