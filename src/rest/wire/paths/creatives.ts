import { createCreative } from '../../../domain/campaigns/creative/create.ts';
import { getCreative, listCreatives } from '../../../domain/campaigns/creative/list.ts';
import { updateCreative } from '../../../domain/campaigns/creative/update.ts';
import { ignoreField } from '../../../resources/define/ignored-fields.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { idFromText } from '../../ids.ts';
import { LISTED, type ObservedPath, type PathCall } from './path.ts';
import { inTheirNames } from './their-names.ts';

type Creative = Awaited<ReturnType<typeof getCreative>>;

/** The media type determines the type that is returned. Whether a creative is hosted is not stored. */
const TYPE_OF = { DISPLAY: 'DISPLAY_HOSTED', VIDEO: 'VIDEO_HOSTED', NATIVE: 'NATIVE_DISPLAY' } as const;
const MEDIA_OF: ReadonlyMap<unknown, keyof typeof TYPE_OF> = new Map([
  ['DISPLAY_HOSTED', 'DISPLAY'],
  ['DISPLAY_THIRD_PARTY', 'DISPLAY'],
  ['VIDEO_HOSTED', 'VIDEO'],
  ['VIDEO_THIRD_PARTY', 'VIDEO'],
  ['NATIVE_DISPLAY', 'NATIVE'],
  ['NATIVE_VIDEO', 'NATIVE'],
]);

export const CREATIVE_PATHS: readonly ObservedPath[] = [
  {
    method: 'GET',
    path: '/creatives',
    answers: `The creatives ${LISTED}.`,
    handler: async ({ ctx, query }) => (await listCreatives({ ctx, input: query })).map(creativeToWire),
  },
  {
    method: 'GET',
    path: '/creatives/:id',
    answers:
      'A creative: `id`, `name`, `status`, `accountId`, `mediaType`, `creativeType`, `landingPageUrl`, `title`, `description`.',
    handler: async ({ ctx, params }) => creativeToWire(await getCreative({ ctx, id: idFromText(params.id) })),
  },
  {
    method: 'POST',
    path: '/creatives',
    answers:
      'The created creative. `creativeType`, such as `DISPLAY_HOSTED` or `NATIVE_DISPLAY`, sets the media type; `details.title` and `details.description` are its texts. Files and third-party code are not kept, and named in `X-Ignored-Fields`.',
    handler: ({ ctx, body }) =>
      inTheirNames(
        async () => creativeToWire(await createCreative({ ctx, input: wireToCreative(ctx, body) })),
        namesIn(body),
      ),
  },
  {
    method: 'PUT',
    path: '/creatives/:id',
    answers: 'The updated creative. Fields that are not sent stay unchanged.',
    handler: ({ ctx, params, body }) =>
      inTheirNames(async () => {
        const input = wireToCreative(ctx, body);
        return creativeToWire(await updateCreative({ ctx, id: idFromText(params.id), input }));
      }, namesIn(body)),
  },
];

const creativeToWire = ({ id, name, status, advertiserId, mediaType, ...creative }: Creative) => ({
  id,
  name,
  status,
  accountId: advertiserId,
  mediaType,
  creativeType: TYPE_OF[mediaType as keyof typeof TYPE_OF],
  title: creative.title,
  description: creative.description,
  landingPageUrl: creative.landingUrl,
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
  const { name, status, landingPageUrl: landingUrl } = sent;
  const input = {
    advertiserId: accountId,
    name,
    status,
    landingUrl,
    mediaType: MEDIA_OF.get(creativeType) ?? creativeType ?? sent.mediaType,
    title: texts.title ?? sent.title,
    description: texts.description ?? sent.description,
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** Maps a text or type to the name under which it was sent, for errors. */
function namesIn(body: unknown): ReadonlyMap<string, string> {
  const { creativeType, details } = isRecord(body) ? body : {};
  const texts = isRecord(details) ? details : {};
  return new Map([
    ...(creativeType === undefined ? [] : [['mediaType', 'creativeType'] as const]),
    ...KNOWN_DETAILS.flatMap((name) =>
      texts[name] === undefined ? [] : [[name, `details.${name}`] as const],
    ),
  ]);
}
