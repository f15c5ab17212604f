import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { System } from '../../domain/context.ts';
import { TEST_CODE } from '../../domain/events/event/fields.ts';
import { holdsAddress } from '../../domain/events/intake/address.ts';
import { maintainPartitions } from '../../domain/events/intake/partitions.ts';
import { IntakeFault, MESSAGES } from './fault.ts';

/** The parts of a request that both intake interfaces use. */
type Call = Pick<FastifyRequest, 'headers'>;

/** Returns the token, with or without `Bearer ` before it. */
export function bearerToken({ headers }: Call): string | undefined {
  return /^(?:Bearer +)?([^\s]+) *$/i.exec(headers.authorization ?? '')?.[1];
}

/** Returns the media type in lower case without parameters; undefined without a Content-Type. */
export function mediaType({ headers }: Call): string | undefined {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
}

const LONGEST_KEY = 255;

/** Returns the `Idempotency-Key` header; undefined if it is missing or empty. Receipts show it. */
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

/** Returns the `X-Test-Event-Code` header; undefined if it is missing or empty. */
export function testCode({ headers }: Call): string | undefined {
  const { 'x-test-event-code': code } = headers;
  if (typeof code !== 'string' || code === '') return undefined;
  if (code.length <= TEST_CODE.maxLength && /^[\x20-\x7e]+$/.test(code) && !holdsAddress(code)) return code;
  const reason = `must be at most ${TEST_CODE.maxLength} ASCII characters, and no email address`;
  throw new IntakeFault(MESSAGES.specs, { errors: [{ index: -1, field: 'X-Test-Event-Code', reason }] });
}

/** Leaves bodies of every type as raw bytes, because each interface has its own error messages for them. */
export function takeRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** Returns the bytes of the body; undefined without one. */
export function rawBody(request: FastifyRequest): Buffer | undefined {
  return Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Maintains the intake tables at the start of the service and then every hour. The start does not wait for it, because
 * a missing partition is created by the first call of the day.
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
