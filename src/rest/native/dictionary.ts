import { createHash } from 'node:crypto';
import {
  findCurrencyLimits,
  findEntries,
  findLocations,
  findSegments,
  findSiteGroups,
  findSites,
  findTexts,
} from '../../domain/audiences/dictionary/find.ts';
import type { System } from '../../domain/context.ts';
import { matchesETag } from '../../http/conditional.ts';
import { envelope } from './envelope.ts';
import type { NativeCall, NativeRoute } from './route.ts';

type Read = (call: NativeCall) => Promise<unknown>;

/** Registers the dictionary. Reading it costs no units. */
export function dictionaryRoutes(route: NativeRoute, { config }: Pick<System, 'config'>): void {
  const serve = (path: string, list: string | undefined, read: Read): void =>
    route('GET', path, list, (call) => unlessKnown(call, read));

  const segments = `interest_segments_${config.operator}`;
  serve('/dictionary', undefined, async () => typesOf(segments));
  for (const list of ['language', 'country', 'timezone', 'device'] as const)
    serve(`/dictionary/${list}`, list, async ({ ctx, query }) =>
      (await findEntries({ ctx, parameters: query, list })).map(entryToWire),
    );
  serve('/dictionary/currency', 'currency', async ({ ctx, query }) =>
    query.code === undefined
      ? (await findEntries({ ctx, parameters: query, list: 'currency' })).map(entryToWire)
      : await findCurrencyLimits({ ctx, parameters: query }),
  );

  const texts =
    (list: 'call_to_action_text' | 'flash_sale_countdown_prefix_text'): Read =>
    async ({ ctx, query }) =>
      (await findTexts({ ctx, parameters: query, list })).map(({ value }) => value);
  serve('/dictionary/call_to_action_text', 'call_to_action_text', texts('call_to_action_text'));
  // One documented URL omits the dictionary segment.
  for (const prefix of ['/dictionary', ''])
    serve(
      `${prefix}/flash_sale_countdown_prefix_text`,
      'flash_sale_countdown_prefix_text',
      texts('flash_sale_countdown_prefix_text'),
    );

  serve('/dictionary/woeid', 'woeid', ({ ctx, query }) => findLocations({ ctx, parameters: query }));
  serve('/dictionary/bbsxd_supported_sites', 'bbsxd_supported_sites', async ({ ctx, query }) =>
    (await findSites({ ctx, parameters: query })).map(({ category, name, value }) => ({
      category,
      name,
      value,
    })),
  );
  serve('/dictionary/bbsxd_supported_site_groups', 'bbsxd_supported_site_groups', async ({ ctx, query }) =>
    (await findSiteGroups({ ctx, parameters: query })).map(({ name, value }) => ({ name, value })),
  );

  serve('/dictionary/interest_segments_3p', 'interest_segments_3p', async ({ ctx, query }) =>
    (await findSegments({ ctx, parameters: query, list: '3p' })).map(({ name, value }) => ({ name, value })),
  );
  serve(
    '/dictionary/interest_segments_data_providers',
    'interest_segments_data_providers',
    ({ ctx, query }) => findSegments({ ctx, parameters: query, list: 'data_providers' }),
  );
  serve(`/dictionary/${segments}`, segments, async ({ ctx, query }) =>
    (await findSegments({ ctx, parameters: query, list: 'platform' })).map(
      ({ dataProvider: _, ...segment }) => segment,
    ),
  );
}

const entryToWire = ({ name, value }: { name: string | null; value: string }) => ({ name, value });

/** The six documented types first. The list can be extended. */
const typesOf = (segments: string) => [
  { name: 'Language', value: 'language' },
  { name: 'Country', value: 'country' },
  { name: 'Time zone', value: 'timezone' },
  { name: 'Currency', value: 'currency' },
  { name: 'Interest segments', value: 'interest_segments' },
  { name: 'Location', value: 'woeid' },
  { name: 'Device', value: 'device' },
  { name: 'Call-to-action text', value: 'call_to_action_text' },
  { name: 'Flash sale countdown prefix', value: 'flash_sale_countdown_prefix_text' },
  { name: 'Supported sites', value: 'bbsxd_supported_sites' },
  { name: 'Supported site groups', value: 'bbsxd_supported_site_groups' },
  { name: 'Third-party segments', value: 'interest_segments_3p' },
  { name: 'Data provider segments', value: 'interest_segments_data_providers' },
  { name: 'Own interest segments', value: segments },
];

/**
 * Returns 304 if the client has the current version. The ETag identifies the list only; it is weak because the
 * timestamp of responses differs.
 */
async function unlessKnown(call: NativeCall, read: Read): Promise<unknown> {
  const { ctx, reply, header } = call;
  const response = await read(call);
  const digest = createHash('sha256').update(JSON.stringify(response)).digest('base64url').slice(0, 22);
  const tag = `W/"${digest}"`;
  reply.header('etag', tag);
  if (matchesETag(header('if-none-match'), tag)) {
    reply.code(304);
    return '';
  }
  return envelope(response, ctx.now());
}
