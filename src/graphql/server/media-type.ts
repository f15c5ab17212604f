import type { FastifyInstance } from 'fastify';

const JSON_TYPE = 'application/json; charset=utf-8';
const RESPONSE_TYPE = 'application/graphql-response+json; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  '*/*': JSON_TYPE,
  'application/*': JSON_TYPE,
  'application/json': JSON_TYPE,
  'application/graphql-response+json': RESPONSE_TYPE,
};

/** Returns the first supported media type, ignoring quality values, as Yoga does. Others are left to Yoga. */
export function mediaType(accept = '*/*'): string | undefined {
  if (TYPES[accept]) return TYPES[accept];
  for (const range of accept.replace(/\s/g, '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    if (TYPES[type] && (charset === undefined || charset === 'charset=utf-8')) return TYPES[type];
  }
  return undefined;
}

/** Uses the requested media type for errors before a document runs, too. */
export function refuseInMediaType(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (reply.statusCode >= 400 && isJson) reply.type(mediaType(request.headers.accept) ?? JSON_TYPE);
  });
}
