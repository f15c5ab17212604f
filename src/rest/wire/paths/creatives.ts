import { runAllOrNone } from '../../../domain/campaigns/bulk.ts';
import { createCreative } from '../../../domain/campaigns/creative/create.ts';
import { CREATIVE_TYPES, mediaTypeOf } from '../../../domain/campaigns/creative/creative-type.ts';
import { getCreative, listCreatives } from '../../../domain/campaigns/creative/list.ts';
import { updateCreative } from '../../../domain/campaigns/creative/update.ts';
import { textOf } from '../../../platform/text/typed.ts';
import { ignoreField } from '../../../resources/define/ignored-fields.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { idFromText } from '../../ids.ts';
import { query } from '../../openapi/operation.ts';
import * as BODIES from './body-shapes.ts';
import { CREATIVE, CREATIVES } from './object-shapes.ts';
import { withObservedNames } from './observed-names.ts';
import { ADVERTISER_LIST, LIST_DESCRIPTION, type ObservedPath, type PathCall } from './path.ts';
import { listOf } from './shapes.ts';
import { withoutUnchangedFields } from './unchanged-fields.ts';

type Creative = Awaited<ReturnType<typeof getCreative>>;

/** The type of a creative that was created without one. */
const TYPE_OF = { DISPLAY: 'DISPLAY_HOSTED', VIDEO: 'VIDEO_HOSTED', NATIVE: 'NATIVE_DISPLAY' } as const;

export const CREATIVE_PATHS: readonly ObservedPath[] = [
  {
    method: 'GET',
    path: '/creatives',
    id: 'listCreatives',
    response: listOf(CREATIVE),
    query: [
      ...ADVERTISER_LIST.query,
      query('creativeIds', 'Returns only creatives with these IDs, separated by commas.'),
      query('name', 'Returns only creatives with this name, in any case.'),
    ],
    isPaged: true,
    answers: `The creatives ${LIST_DESCRIPTION}; also by \`creativeIds\` (with commas in between) and by \`name\` (the whole name, in any case).`,
    handler: async ({ ctx, query }) => (await listCreatives({ ctx, input: query })).map(creativeToWire),
  },
  {
    method: 'GET',
    path: '/creatives/:id',
    id: 'getCreative',
    response: CREATIVE,
    answers:
      'A creative: `id`, `name`, `status`, `accountId`, `mediaType`, `creativeType`, `landingPageUrl`, `title`, `description` (also in `details`), `thirdPartyCode`, `creativeTagUrl`.',
    handler: async ({ ctx, params }) => creativeToWire(await getCreative({ ctx, id: idFromText(params.id) })),
  },
  {
    method: 'POST',
    path: '/creatives',
    id: 'createCreative',
    response: CREATIVE,
    body: BODIES.CREATIVE.create,
    answers:
      'The created creative. `creativeType`, such as `DISPLAY_HOSTED` or `NATIVE_VIDEO`, sets the media type; `details.title` and `details.description` are its texts. `thirdPartyCode` and `creativeTagUrl` are kept for `DISPLAY_THIRD_PARTY` and `VIDEO_THIRD_PARTY`. Files are not kept, and named in `X-Ignored-Fields`; a creative of the type `AUDIO_HOSTED` is refused.',
    handler: ({ ctx, body }) => create(ctx, body),
  },
  {
    method: 'POST',
    path: '/creatives/bulkupload',
    id: 'createCreatives',
    query: [query('accountId', 'The ID of the advertiser of creatives without one.', { type: 'integer' })],
    response: CREATIVES,
    body: BODIES.CREATIVES,
    answers:
      '`{creatives}`: the created creatives, in the order of the body, which is an array of 1 to 500 bodies of `POST /traffic/creatives`. `accountId` is that of the query unless a creative has its own. All of them are created or none: a refusal names the fields by their place, such as `[3].name`, and so does `X-Ignored-Fields`.',
    handler: async ({ ctx, query, body }) => ({
      creatives: await runAllOrNone({
        ctx,
        items: body,
        run: (ctx, item) => create(ctx, withAccount(item, query.accountId)),
      }),
    }),
  },
  {
    method: 'PUT',
    path: '/creatives/:id',
    id: 'updateCreative',
    response: CREATIVE,
    body: BODIES.CREATIVE.update,
    answers: 'The updated creative. Fields that are not sent stay unchanged.',
    handler: ({ ctx, params, body }) =>
      withObservedNames(async () => {
        const id = idFromText(params.id);
        const answered = creativeToWire(await getCreative({ ctx, id }));
        const input = wireToCreative(ctx, withoutUnchangedFields(body, answered));
        return creativeToWire(await updateCreative({ ctx, id, input }));
      }, namesIn(body)),
  },
];

const create = (ctx: PathCall['ctx'], body: unknown) =>
  withObservedNames(
    async () => creativeToWire(await createCreative({ ctx, input: wireToCreative(ctx, body) })),
    namesIn(body),
  );

const withAccount = (creative: unknown, accountId: string | undefined): unknown =>
  isRecord(creative) && accountId !== undefined
    ? { accountId: idFromText(accountId), ...creative }
    : creative;

const creativeToWire = ({ id, name, status, advertiserId, mediaType, ...creative }: Creative) => ({
  id,
  name,
  status,
  accountId: advertiserId,
  mediaType,
  creativeType: creative.type ?? TYPE_OF[mediaType as keyof typeof TYPE_OF],
  title: creative.title,
  description: creative.description,
  details: { title: creative.title, description: creative.description },
  landingPageUrl: creative.landingUrl,
  thirdPartyCode: creative.thirdPartyCode,
  creativeTagUrl: creative.tagUrl,
  updatedAt: creative.updatedAt.toISOString(),
});

/** The stored fields, and those that GET returns with them. All others are reported as ignored. */
const KNOWN_FIELDS = [
  'name',
  'status',
  'mediaType',
  'title',
  'description',
  'landingPageUrl',
  'thirdPartyCode',
  'creativeTagUrl',
  'id',
  'updatedAt',
];
const KNOWN_DETAILS = ['title', 'description'];

function wireToCreative(ctx: PathCall['ctx'], body: unknown): unknown {
  if (!isRecord(body)) return body;
  const { accountId, creativeType, details, ...sent } = body;
  const texts = isRecord(details) ? details : {};
  const ignored = [
    ...(details === undefined || isRecord(details) ? [] : ['details']),
    ...Object.keys(sent).filter((name) => !KNOWN_FIELDS.includes(name)),
    ...Object.keys(texts).flatMap((name) => (KNOWN_DETAILS.includes(name) ? [] : [`details.${name}`])),
  ];
  for (const path of ignored) ignoreField(ctx, path);
  // What is sent twice must be the same, because only one of the two is used.
  const isOther = (one: unknown, other: unknown) => one != null && other != null && one !== other;
  for (const name of KNOWN_DETAILS)
    if (isOther(texts[name], sent[name]))
      ctx.refusedFields.push({ path: `details.${name}`, reason: `must equal ${name}` });
  const { name, status, landingPageUrl: landingUrl, thirdPartyCode, creativeTagUrl: tagUrl } = sent;
  const type = typeIn(creativeType, sent.mediaType);
  if (isKnownType(creativeType) && isOther(type.mediaType, sent.mediaType))
    ctx.refusedFields.push({ path: 'creativeType', reason: 'must be of the mediaType that is sent with it' });
  const input = {
    advertiserId: accountId,
    name,
    status,
    landingUrl,
    thirdPartyCode,
    tagUrl,
    ...type,
    title: texts.title ?? sent.title,
    description: texts.description ?? sent.description,
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** A media type can be sent as the type, too. An unknown type is refused as such, so its media type does not matter. */
function typeIn(creativeType: unknown, mediaType: unknown): { type?: unknown; mediaType: unknown } {
  if (creativeType === undefined || Object.hasOwn(TYPE_OF, textOf(creativeType)))
    return { mediaType: creativeType ?? mediaType };
  return {
    type: creativeType,
    mediaType: isKnownType(creativeType) ? mediaTypeOf(textOf(creativeType)) : 'DISPLAY',
  };
}

const isKnownType = (creativeType: unknown): boolean =>
  Object.hasOwn(TYPE_OF, textOf(creativeType)) || CREATIVE_TYPES.some((type) => type === creativeType);

/** Maps a text or type to the name under which it was sent, for errors. */
function namesIn(body: unknown): ReadonlyMap<string, string> {
  const { creativeType, details } = isRecord(body) ? body : {};
  const texts = isRecord(details) ? details : {};
  return new Map([
    ['tagUrl', 'creativeTagUrl'] as const,
    ['type', 'creativeType'] as const,
    ...(creativeType === undefined ? [] : [['mediaType', 'creativeType'] as const]),
    ...KNOWN_DETAILS.flatMap((name) =>
      texts[name] === undefined ? [] : [[name, `details.${name}`] as const],
    ),
  ]);
}
