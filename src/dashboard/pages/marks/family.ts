import { type ChangeFilter, type DashboardFamilyQuery, RecordedResource } from '../../generated/graphql.ts';

/** Something whose changes count, by its global ID. */
export interface Member {
  readonly id: string;
  readonly name: string;
}

/** What something belongs to, itself, and what belongs to it. */
export function membersOf(node: DashboardFamilyQuery['node'] | undefined): readonly Member[] {
  switch (node?.__typename) {
    case 'Advertiser':
      return [node, ...node.campaigns.nodes, ...node.lines.nodes];
    case 'Campaign':
      return [node, ...node.lines.nodes];
    case 'Line':
      return [node, node.campaign, ...node.ads.nodes];
    case 'Ad':
      return [node, node.line, node.line.campaign];
    default:
      return [];
  }
}

const RESOURCES = Object.values(RecordedResource);

/** The changes of these between two moments. */
export function changesOf(
  members: readonly Pick<Member, 'id'>[],
  between: { readonly since: string; readonly until: string },
): ChangeFilter {
  const or = members.flatMap(({ id }) => {
    const [type = '', resourceId = ''] = id.split(':');
    const resource = RESOURCES.find((each) => each === type);
    return resource ? [{ resource, resourceId }] : [];
  });
  return { ...between, or };
}

/** The currency of the advertiser. */
export function currencyIn(node: DashboardFamilyQuery['node'] | undefined): string | undefined {
  switch (node?.__typename) {
    case 'Advertiser':
      return node.currency;
    case 'Campaign':
    case 'Line':
      return node.advertiser.currency;
    case 'Ad':
      return node.line.advertiser.currency;
    default:
      return undefined;
  }
}
