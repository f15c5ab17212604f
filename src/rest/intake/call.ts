import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { System } from '../../domain/context.ts';
import { holdsAddress } from '../../domain/events/intake/address.ts';
import { maintainPartitions } from '../../domain/events/intake/partitions.ts';
import { IntakeFault, MESSAGES } from './fault.ts';

/** What both intake interfaces read of a call. */
type Call = Pick<FastifyRequest, 'headers'>;

/** The token, with `Bearer ` before it or bare. */
export function bearerToken({ headers }: Call): string | undefined {
  return /^(?:Bearer +)?([^\s]+) *$/i.exec(headers.authorization ?? '')?.[1];
}

/** The media type without parameters, in lower case; undefined without a Content-Type. */
export function mediaType({ headers }: Call): string | undefined {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
}

const LONGEST_KEY = 255;

/** The `Idempotency-Key` header; an empty one counts as none. Receipts show it. */
export function idempotencyKey({ headers }: Call): string | undefined {
  const { 'idempotency-key': key } = headers;
  if (typeof key !== 'string' || key === '') return undefined;
  const isText = key.length <= LONGEST_KEY && /^[\x20-\x7e]+$/.test(key);
  if (isText && !holdsAddress(key)) return key;
  const reason = isText
    ? 'must not hold an email address'
    : `must be at most ${LONGEST_KEY} ASCII characters`;
  throw new IntakeFault(MESSAGES.specs, { errors: [{ index: -1, field: 'Idempotency-Key', reason }] });
}

/** Bodies stay the bytes that were sent, whatever their type: the interface has its own words for each. */
export function takeRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** The bytes of the body; undefined without one. */
export function rawBody(request: FastifyRequest): Buffer | undefined {
  return Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Keeps the tables of intake while the service runs: at its start and every hour. The start does not wait for
 * it, since a day without a partition gets one with its first call.
 */
export function keepPartitions(app: FastifyInstance, system: System): void {
  const maintain = () =>
    maintainPartitions(system).catch((error: unknown) =>
      system.log.error({ err: error }, 'the tables of intake could not be maintained'),
    );
  let running: Promise<void> | undefined;
  const start = () => {
    running = maintain();
  };
  const timer = setInterval(start, HOUR_MS);
  timer.unref();
  app.addHook('onReady', async () => start());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
