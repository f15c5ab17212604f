import { Link } from '@tanstack/react-router';
import type { AdOrderField, DashboardAdsQuery } from '../../generated/graphql.ts';
import { Status } from '../../parts/status.tsx';
import { words } from '../../parts/words.ts';
import { AdStatusChoices } from '../ad/ad-status.tsx';
import { FIGURE_COLUMNS } from '../list/cells/figure-columns.tsx';
import { NameCell } from '../list/cells/name-cell.tsx';
import { BLOCKER, ID, statusColumn } from '../list/cells/status-columns.tsx';
import type { ListColumn } from '../list/resource.ts';

export type AdItem = DashboardAdsQuery['ads']['nodes'][number];

export const AD_COLUMNS: readonly ListColumn<AdItem, AdOrderField>[] = [
  {
    key: 'NAME',
    name: 'Ad',
    sort: { field: 'NAME' },
    wraps: true,
    shown: 'always',
    csv: ({ databaseId, name, line }) => ({
      ...{ ID: databaseId, Ad: name, Line: line.name, Campaign: line.campaign.name },
    }),
    cell: (ad) => (
      <NameCell
        to="/ads/$id"
        row={ad}
        owner={
          <>
            <Link to="/lines/$id" params={{ id: String(ad.line.databaseId) }}>
              <bdi>{ad.line.name}</bdi>
            </Link>{' '}
            · <bdi>{ad.line.campaign.name}</bdi>
          </>
        }
      />
    ),
  },
  statusColumn((ad, close) => <AdStatusChoices ad={ad} onDone={close} />),
  BLOCKER,
  ...FIGURE_COLUMNS,
  {
    key: 'NATIVE_AD_STATUS',
    name: 'Review',
    sort: { field: 'NATIVE_AD_STATUS' },
    shown: 'chosen',
    cell: ({ nativeAdStatus }) => (nativeAdStatus ? <Status value={nativeAdStatus} /> : '–'),
  },
  {
    key: 'MEDIA_TYPE',
    name: 'Media',
    sort: { field: 'MEDIA_TYPE' },
    shown: 'chosen',
    cell: ({ mediaType }) => words(mediaType),
    csv: ({ mediaType }) => ({ Media: words(mediaType) }),
  },
  ID,
];
