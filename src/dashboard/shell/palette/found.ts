import type { DashboardFindQuery } from '../../generated/graphql.ts';
import { counted } from '../../parts/format.ts';
import { PAGES } from '../../parts/pages.ts';
import { lower } from '../../parts/words.ts';
import type { Option, OptionGroup } from './option.ts';

type Node = DashboardFindQuery['search']['nodes'][number];

/** The lists that take the text of a search as their filter. */
const LISTS = { Advertiser: '/advertisers', Campaign: '/campaigns', Line: '/lines', Ad: '/ads' } as const;

function ownerOf(node: Node): string | undefined {
  switch (node.__typename) {
    case 'Campaign':
    case 'Pixel':
      return node.advertiser?.name;
    case 'Line':
      return node.campaign.name;
    case 'Ad':
      return node.line.name;
    default:
      return undefined;
  }
}

function hitOf(node: Node): readonly Option[] {
  const { __typename: type } = node;
  switch (type) {
    case 'Advertiser':
    case 'Campaign':
    case 'Line':
    case 'Ad': {
      const { id, databaseId, name } = node;
      const go = { to: PAGES[type], params: { id: String(databaseId) } };
      return [{ key: id, name, kind: `${type} ${databaseId}`, owner: ownerOf(node), go }];
    }
    case 'Pixel': {
      const { id, databaseId, name } = node;
      const go = { to: '/events', search: { pixel: String(databaseId) } };
      return [{ key: id, name, kind: `Pixel ${databaseId}`, owner: ownerOf(node), go }];
    }
    default:
      return [];
  }
}

/** What a search found, and the way to the lists of what it found more of. */
export function foundOf({ search }: DashboardFindQuery, text: string): OptionGroup {
  const { nodes, counts, totalCount } = search;
  const hits = nodes.flatMap(hitOf);
  if (totalCount <= nodes.length) return { name: 'Results', options: hits };
  const lists = counts.flatMap(({ type, count }): Option[] => {
    const to = type in LISTS && LISTS[type as keyof typeof LISTS];
    if (!to || count < 2) return [];
    const name = `All ${counted(count, lower(type))}`;
    return [{ key: `all ${type}`, name, kind: 'List', go: { to, search: { q: text } } }];
  });
  return { name: 'Results', options: [...hits, ...lists] };
}
