import type { FastifyInstance, FastifyRequest } from 'fastify';

const JSON_TYPE = 'application/json; charset=utf-8';
const RESPONSE_TYPE = 'application/graphql-response+json; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  '*/*': JSON_TYPE,
  'application/*': JSON_TYPE,
  'application/json': JSON_TYPE,
  'application/graphql-response+json': RESPONSE_TYPE,
};
const EVENTS: ReadonlySet<string> = new Set(['*/*', 'text/*', 'text/event-stream']);

export const NOT_ACCEPTABLE =
  'The media type of a response is application/json, application/graphql-response+json or text/event-stream. Name one of them in Accept.';

/** Returns the first supported media type, ignoring quality values, as Yoga does. Others are left to Yoga. */
export function mediaType(accept = '*/*'): string | undefined {
  if (TYPES[accept]) return TYPES[accept];
  for (const type of rangesOf(accept)) if (TYPES[type]) return TYPES[type];
  return undefined;
}

/** Returns whether a client takes server-sent events, the only media type of the results of a subscription. */
export const acceptsEvents = (accept?: string): boolean => rangesOf(accept).some((type) => EVENTS.has(type));

/** Returns whether a client takes any of the media types in which results are sent. */
export const acceptsResults = (accept?: string): boolean =>
  mediaType(accept || '*/*') !== undefined || acceptsEvents(accept);

/** Returns the media ranges of a header. Those with a charset other than UTF-8 are left out. */
function rangesOf(accept: string | undefined): string[] {
  return (accept || '*/*')
    .replace(/\s/g, '')
    .toLowerCase()
    .split(',')
    .flatMap((range) => {
      const [type = '', ...parameters] = range.split(';');
      const charset = parameters.find((parameter) => parameter.includes('charset='));
      return charset === undefined || charset === 'charset=utf-8' ? [type] : [];
    });
}

/**
 * Yoga would also send `multipart/mixed`, with both a length and chunks, which HTTP forbids. Leaves the other media
 * types that the client takes.
 */
export function withoutMultipart({ raw }: Pick<FastifyRequest, 'raw'>): void {
  const { accept = '' } = raw.headers;
  if (/multipart/i.test(accept))
    raw.headers.accept = accept
      .split(',')
      .filter((range) => !/^\s*multipart\//i.test(range))
      .join(',');
}

/** Uses the requested media type for errors before a document runs, too. */
export function refuseInMediaType(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (reply.statusCode >= 400 && isJson) reply.type(mediaType(request.headers.accept) ?? JSON_TYPE);
  });
}
