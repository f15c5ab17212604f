import { listAudiences } from '../../../domain/audiences/audience/list.ts';
import { putAudience } from '../../../domain/audiences/audience/put.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { idFromText } from '../../ids.ts';
import { AUDIENCE as BODY } from './body-shapes.ts';
import { AUDIENCE } from './lookup-shapes.ts';
import { ADVERTISER_LIST, LIST_DESCRIPTION, type ObservedPath } from './path.ts';
import { listOf } from './shapes.ts';

type Audience = Awaited<ReturnType<typeof putAudience>>;

/** Audiences of hashed IDs, which server-to-server senders maintain. */
export const AUDIENCE_PATHS: readonly ObservedPath[] = [
  {
    method: 'GET',
    path: '/audiences',
    id: 'listAudiences',
    response: listOf(AUDIENCE),
    ...ADVERTISER_LIST,
    answers: `The audiences ${LIST_DESCRIPTION}: \`id\`, \`kind\`, \`accountId\`, \`name\`, \`size\`, \`updatedAt\`.`,
    handler: async ({ ctx, query }) => (await listAudiences({ ctx, input: query })).map(audienceToWire),
  },
  {
    method: 'PUT',
    path: '/audiences/:kind/:id',
    id: 'putAudience',
    response: AUDIENCE,
    body: BODY,
    answers:
      'The audience after the change: `id`, `kind`, `accountId`, `name`, `size`, `updatedAt`. The kind is `email_address`, `device_id` or `customsegments`. `seedList` adds SHA-256 hashes (at most 10,000) and `removedSeedList` removes them (`add` and `remove` are aliases; what both names have is added or removed together); anything but a hash is refused. An audience that does not exist is created.',
    handler: async ({ ctx, params, body }) =>
      audienceToWire(
        await putAudience({
          ctx,
          kind: params.kind ?? '',
          number: idFromText(params.id),
          input: inOurNames(body),
        }),
      ),
  },
];

const audienceToWire = ({ number, kind, advertiserId, name, size, updatedAt }: Audience) => ({
  id: number,
  kind,
  accountId: advertiserId,
  name,
  size,
  updatedAt: updatedAt.toISOString(),
});

/** `accountId` can be sent as digits, too. */
function inOurNames(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const { accountId, add, remove, seedList, removedSeedList, ...rest } = body;
  const isDigits = typeof accountId === 'string' && /^\d{1,15}$/.test(accountId);
  return {
    ...rest,
    seedList: oneList(seedList, add),
    removedSeedList: oneList(removedSeedList, remove),
    ...(accountId !== undefined && { accountId: isDigits ? Number(accountId) : accountId }),
  };
}

/** A list that was sent under two names. What is no list is refused by the domain. */
const oneList = (list: unknown, other: unknown): unknown => {
  if (list === undefined) return other;
  if (other === undefined) return list;
  if (!Array.isArray(list)) return list;
  return Array.isArray(other) ? [...list, ...other] : other;
};
