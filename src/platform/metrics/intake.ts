import { Counter } from 'prom-client';
import { registers } from './registry.ts';

/** Counts what the intake interfaces received. Replays under an Idempotency-Key are not counted. */

export const eventsAccepted = new Counter({
  name: 'flightline_events_accepted_total',
  help: 'Pixel events that were stored.',
  registers,
});

export const eventRequestsRefused = new Counter({
  name: 'flightline_event_requests_refused_total',
  help: 'Requests with pixel events that were refused, by the code of the reason.',
  labelNames: ['reason'],
  registers,
});

export const conversionsAccepted = new Counter({
  name: 'flightline_conversions_accepted_total',
  help: 'Conversion postbacks that were stored, repeats of a conversion included.',
  registers,
});

export const conversionsRefused = new Counter({
  name: 'flightline_conversions_refused_total',
  help: 'Conversion postbacks that were refused, by the code of the reason.',
  labelNames: ['reason'],
  registers,
});
