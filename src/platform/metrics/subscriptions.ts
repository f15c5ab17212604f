import { Gauge } from 'prom-client';
import { registers } from './registry.ts';

export const openSubscriptions = new Gauge({
  name: 'flightline_subscriptions',
  help: 'Open GraphQL subscriptions, by transport: `sse` or `websocket`.',
  labelNames: ['transport'],
  registers,
});

for (const transport of ['sse', 'websocket']) openSubscriptions.set({ transport }, 0);
