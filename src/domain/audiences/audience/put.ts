import { z } from 'zod';
import { sql } from '../../../platform/database/connection/client.ts';
import type { Audience } from '../../../platform/database/generated/prisma/client.ts';
import { changedFields } from '../../../resources/define/changed-fields.ts';
import { id, json, name } from '../../../resources/define/fields.ts';
import { defineInput, Problems } from '../../../resources/define/input.ts';
import { isId, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { checkAdvertiser } from '../../campaigns/advertiser/reference.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';

const AUDIENCE_KINDS = ['email_address', 'device_id', 'customsegments'] as const;

/** The maximum number of IDs of one call and of one audience, and of audiences of one advertiser. */
const MAX_SENT = 10_000;
const MAX_MEMBERS = 5_000_000;
const MAX_AUDIENCES = 1_000;
/** A call can contain thousands of invalid IDs; only this many are reported. */
const MAX_NAMED = 100;
const HASH = /^[0-9a-f]{64}$/i;

const PutAudience = defineInput({
  fields: z.object({
    accountId: id('Advertiser'),
    name: name().optional(),
    seedList: json().optional(),
    removedSeedList: json().optional(),
  }),
  readOnly: ['id', 'kind', 'size', 'updatedAt'],
});

/**
 * Adds hashed IDs to an audience and removes others. Creates the audience if the seat has none with that number. As for
 * events, only SHA-256 hashes are accepted, and none is ever logged. Throws ValidationError, NotFoundError for an
 * invalid kind or number, and ForbiddenError.
 */
export async function putAudience(options: {
  ctx: DomainContext;
  kind: string;
  number: number;
  input: unknown;
}): Promise<Audience> {
  const { ctx, kind, number, input } = options;
  authorizeWrite(ctx);
  if (!AUDIENCE_KINDS.some((known) => known === kind) || !isId(number)) throw new NotFoundError('Audience');
  return inTransaction(ctx, async (ctx) => {
    const problems = new Problems();
    const { accountId, name, ...lists } = problems.parse(ctx, PutAudience, input);
    const added = hashesOf(problems, 'seedList', lists.seedList);
    const removed = hashesOf(problems, 'removedSeedList', lists.removedSeedList);
    await checkAdvertiser({ ctx, problems, path: 'accountId', id: accountId });
    problems.throwIfAny();

    const advertiserId = accountId ?? 0;
    const audience = await lockedAudience({ ctx, problems, number, kind, advertiserId });
    if (audience.kind !== kind) problems.add('kind', `must be ${audience.kind}, that of the audience`);
    if (audience.advertiserId !== advertiserId)
      problems.add('accountId', `must be ${audience.advertiserId}, the advertiser of the audience`);
    const deleted = await sql(ctx.db)`DELETE FROM audience_member USING unnest(${removed}::text[]) AS removed
      WHERE audience_id = ${audience.id} AND hash = decode(removed, 'hex') RETURNING audience_id`;
    const inserted = await sql(ctx.db)`INSERT INTO audience_member (audience_id, hash)
      SELECT ${audience.id}::int, decode(added, 'hex') FROM unnest(${added}::text[]) AS added
      ON CONFLICT DO NOTHING RETURNING audience_id`;
    const size = audience.size - deleted.length + inserted.length;
    if (size > MAX_MEMBERS)
      problems.add('seedList', `must not leave the audience with more than ${MAX_MEMBERS} IDs`);
    problems.throwIfAny();
    const changed = changedFields(audience, { ...(name && { name }), size });
    if (!changed && deleted.length === 0) return audience;
    return ctx.db.audience.update({
      where: { id: audience.id },
      data: { ...changed, updatedAt: nextUpdatedAt(ctx, audience.updatedAt) },
    });
  });
}

/**
 * Returns the hashes in lower case without repetitions. Invalid ones are reported by their position, because the value
 * could be personal data.
 */
function hashesOf(problems: Problems, path: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) problems.add(path, 'must be an array');
  else if (value.length > MAX_SENT) problems.add(path, `must have at most ${MAX_SENT} items`);
  else {
    const wrong = value.flatMap((item, at) => (typeof item === 'string' && HASH.test(item) ? [] : [at]));
    for (const at of wrong.slice(0, MAX_NAMED))
      problems.add(`${path}[${at}]`, 'must be a SHA-256 hash: 64 hexadecimal digits');
    if (wrong.length === 0) return [...new Set(value.map((item) => String(item).toLowerCase()))];
  }
  return [];
}

/**
 * Returns the audience with that number, created if there is none, and locks it so that concurrent calls run one after
 * the other.
 */
async function lockedAudience(options: {
  ctx: DomainContext;
  problems: Problems;
  number: number;
  kind: string;
  advertiserId: number;
}): Promise<Audience> {
  const { ctx, problems, number, kind, advertiserId } = options;
  const where = { seatId: ctx.seatId, number };
  const now = ctx.now();
  const made = await ctx.db.audience.createMany({
    data: { ...where, kind, advertiserId, name: `${kind} ${number}`, createdAt: now, updatedAt: now },
    skipDuplicates: true,
  });
  if (made.count > 0 && (await ctx.db.audience.count({ where: { advertiserId } })) > MAX_AUDIENCES)
    problems.add('accountId', `must not have more than ${MAX_AUDIENCES} audiences`);
  await sql(ctx.db)`SELECT id FROM audience WHERE seat_id = ${ctx.seatId} AND number = ${number} FOR UPDATE`;
  return ctx.db.audience.findFirstOrThrow({ where });
}
