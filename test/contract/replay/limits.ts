import { type Example, refusal } from './example.ts';
import { integer, object } from './shape.ts';

const WINDOWS = ['get', 'post', 'put'].flatMap((method) =>
  ['Min', 'Hr', 'Day'].map((window) => `${method}LimitPer${window}`),
);
const rateLimits = object({
  trafficApiRateLimit: object({
    userId: integer,
    ...Object.fromEntries(
      WINDOWS.flatMap((name) => [name, `${name}Remaining`]).map((name) => [name, integer]),
    ),
    limitPerMin: integer,
    limitPerHour: integer,
    limitPerDay: integer,
  }),
});

export const limits: readonly Example[] = [
  { title: 'rate limits', by: 'limited', send: () => ['GET', '/ratelimit'], shape: rateLimits },
  {
    title: 'one GET too many',
    by: 'limited',
    send: () => ['GET', '/ratelimit'],
    status: 429,
    shape: refusal(429, 'GET_PER_MINUTE'),
  },
  {
    title: 'what is not there',
    send: () => ['GET', '/deals/2000000000'],
    status: 404,
    shape: refusal(404),
  },
];
