import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply } from 'fastify';
import { matchesETag } from './conditional.ts';

interface Form {
  readonly coding: string | undefined;
  readonly tag: string;
  readonly bytes: Buffer;
}

/**
 * A text that depends only on settings. It is created and compressed at first use. All responses share one
 * buffer, so that clients that do not read their response hold no copies.
 */
export function cachedText(options: { type: string; make: () => string }) {
  let forms: Promise<ReadonlyMap<string | null, Form>> | undefined;
  return async (reply: FastifyReply): Promise<FastifyReply> => {
    const { headers } = reply.request;
    forms ??= formsOf(options.make());
    const known = await forms;
    const coding = negotiate(String(headers['accept-encoding'] ?? ''), ['br', 'gzip']);
    const form = known.get(coding) ?? (known.get(null) as Form);
    reply.headers({ etag: form.tag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (matchesETag(headers['if-none-match'], form.tag)) return reply.code(304).send();
    if (form.coding) reply.header('content-encoding', form.coding);
    return reply.type(options.type).send(form.bytes);
  };
}

async function formsOf(text: string): Promise<ReadonlyMap<string | null, Form>> {
  const plain = Buffer.from(text);
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
  return new Map<string | null, Form>([
    [null, { coding: undefined, tag: `"${digest}"`, bytes: plain }],
    ['br', { coding: 'br', tag: `"${digest}-br"`, bytes: br }],
    ['gzip', { coding: 'gzip', tag: `"${digest}-gzip"`, bytes: gz }],
  ]);
}
