import { keysOf } from '../typed.ts';
/** What webhooks are told of (RULINGS H1), and when. docs/webhooks.md shows each payload. */
export const WEBHOOK_EVENTS = {
  'report.finished': 'A report succeeded and can be downloaded.',
  'report.failed': 'A report failed or was cancelled.',
  'line.status': 'The status of a line changed.',
  'line.pacing': 'A line began to deliver faster or slower than its budget allows, or is back on track.',
  'books.closed': 'A day of an advertiser was closed: its facts are complete.',
  'quota.warning': 'A user has used 80 % of a quota.',
  'events.refused': 'Pixel events of an advertiser were refused because they exceed its rate limit.',
} as const;

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;

export const EVENT_NAMES = keysOf(WEBHOOK_EVENTS);
