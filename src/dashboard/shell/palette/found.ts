import type { DashboardFindQuery } from '../../generated/graphql.ts';
import { counted } from '../../parts/format.ts';
import { PAGES } from '../../parts/pages.ts';
import { lower, words } from '../../parts/words.ts';
import type { Option, OptionGroup, Place } from './option.ts';

type Node = DashboardFindQuery['search']['nodes'][number];

/** The lists that take the text of a search as their filter. */
const LISTS = { Advertiser: '/advertisers', Campaign: '/campaigns', Line: '/lines', Ad: '/ads' } as const;

/** Those of the library, by the words of its addresses. */
const KINDS = {
  Creative: 'creatives',
  Deal: 'deals',
  NativeList: 'lists',
  ProductSet: 'product-sets',
  Segment: 'audiences',
} as const;

/** `NativeList` → `Native list`. */
const nounOf = (type: string): string =>
  type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function ownerOf(node: Node): string | undefined {
  switch (node.__typename) {
    case 'Campaign':
    case 'Pixel':
    case 'Creative':
    case 'NativeList':
    case 'ProductSet':
      return node.advertiser?.name;
    case 'Line':
      return node.campaign.name;
    case 'Ad':
      return node.line.name;
    case 'Segment':
      return node.pixel.name;
    default:
      return undefined;
  }
}

function stateOf(node: Node): string | undefined {
  switch (node.__typename) {
    case 'Advertiser':
      return node.advertiserStatus;
    case 'Campaign':
      return node.campaignStatus;
    case 'Line':
      return node.deliveryStatus;
    case 'Ad':
      return node.adStatus;
    case 'Creative':
      return node.creativeStatus;
    default:
      return undefined;
  }
}

function placeOf(type: string, id: string): Place | undefined {
  if (type in LISTS) return { to: PAGES[type as keyof typeof LISTS], params: { id } };
  if (type in KINDS)
    return { to: '/library/$kind/$id', params: { kind: KINDS[type as keyof typeof KINDS], id } };
  return type === 'Pixel' ? { to: '/pixels/$id', params: { id } } : undefined;
}

function hitOf(node: Node): readonly Option[] {
  if (!('databaseId' in node) || !('name' in node)) return [];
  const { __typename: type, id, databaseId, name } = node;
  const go = placeOf(type, String(databaseId));
  const state = stateOf(node);
  return go
    ? [
        {
          ...{ key: id, name: name ?? nounOf(type), kind: `${nounOf(type)} ${databaseId}`, go },
          owner: ownerOf(node),
          ...(state && { state: words(state) }),
        },
      ]
    : [];
}

function listOf(type: string, q: string): Place | undefined {
  if (type in LISTS) return { to: LISTS[type as keyof typeof LISTS], search: { q } };
  if (type in KINDS)
    return { to: '/library/$kind', params: { kind: KINDS[type as keyof typeof KINDS] }, search: { q } };
  return undefined;
}

/** What a search found, and the way to the lists of what it found more of. */
export function foundOf({ search }: DashboardFindQuery, text: string): OptionGroup {
  const { nodes, counts, totalCount } = search;
  const hits = nodes.flatMap(hitOf);
  if (totalCount <= nodes.length) return { name: 'Results', options: hits };
  const lists = counts.flatMap(({ type, count }): Option[] => {
    const go = listOf(type, text);
    if (!go || count < 2) return [];
    return [{ key: `all ${type}`, name: `All ${counted(count, lower(nounOf(type)))}`, kind: 'List', go }];
  });
  return { name: 'Results', options: [...hits, ...lists] };
}
