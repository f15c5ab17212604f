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

/** From the widest to the narrowest. */
const ORDER: readonly string[] = ['Advertiser', 'Campaign', 'Line', 'Ad'];
const placeIn = (type: string): number => (ORDER.includes(type) ? ORDER.indexOf(type) : ORDER.length);

/** The kind of the best hit, then the others in their order. */
function kindsOf(nodes: readonly Node[]): readonly Node['__typename'][] {
  const [best, ...others] = new Set(nodes.map(({ __typename }) => __typename));
  if (best === undefined) return [];
  return [best, ...others.toSorted((one, other) => placeIn(one) - placeIn(other))];
}

/**
 * What a search found by what it is, each kind with the way to the list of all where there are more. Where nothing has
 * the name, it is what has nearly the name.
 */
export function foundOf({ search }: DashboardFindQuery, text: string): readonly OptionGroup[] {
  const { nodes, counts, isApproximate } = search;
  return kindsOf(nodes).map((type, at) => {
    const hits = nodes.filter(({ __typename }) => __typename === type).flatMap(hitOf);
    const count = counts.find((each) => each.type === type)?.count ?? 0;
    // A list takes the words as they were typed.
    const go = count > hits.length && !isApproximate ? listOf(type, text) : undefined;
    const all: readonly Option[] = go
      ? [{ key: `all ${type}`, name: `All ${counted(count, lower(nounOf(type)))}`, kind: 'List', go }]
      : [];
    const name = `${nounOf(type)}s`;
    return {
      name: isApproximate && at === 0 ? `Nothing has that name. Did you mean: ${lower(name)}` : name,
      options: [...hits, ...all],
    };
  });
}
