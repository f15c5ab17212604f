import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { enumValue } from '../../edit/enum-value.ts';
import {
  CreativeStatus,
  DashboardCreativePageDocument,
  type DashboardCreativePageQuery,
  DashboardUpdateCreativeDocument,
} from '../../generated/graphql.ts';
import { safeAddress } from '../../parts/links.ts';
import { Status } from '../../parts/status.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { Preview } from '../ad/preview.tsx';
import { formatOf } from './creative-list.tsx';
import { EditThing } from './edit-thing.tsx';
import { AdvertiserLink, KindLink, statusColumn } from './thing-columns.tsx';
import { ThingPage } from './thing-page.tsx';

type Ad = DashboardCreativePageQuery['ads']['nodes'][number];

const ADS: readonly Column<Ad>[] = [
  {
    name: 'Ad',
    wraps: true,
    cell: ({ databaseId, name }) => (
      <Link to="/ads/$id" params={{ id: String(databaseId) }}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  statusColumn,
  {
    name: 'Review',
    cell: ({ nativeAdStatus }) => (nativeAdStatus ? <Status value={nativeAdStatus} /> : '–'),
  },
  {
    name: 'Line',
    cell: ({ line }) => (
      <Link to="/lines/$id" params={{ id: String(line.databaseId) }}>
        <bdi>{line.name}</bdi>
      </Link>
    ),
  },
];

const FIELDS = [
  { name: 'name' },
  { name: 'status', choices: Object.values(CreativeStatus) },
  { name: 'title' },
  { name: 'description', isLong: true },
  { name: 'landingUrl', type: 'url' },
] as const;

export function Creative({ id }: { readonly id: string }) {
  const read = useRead(DashboardCreativePageDocument, { id, creativeId: `Creative:${id}` });
  return (
    <ThingPage
      noun="Creative"
      back={<KindLink kind="creatives" />}
      {...{ id, read }}
      titleOf={({ name }) => name}
      factsOf={(creative) => [
        ['Format', formatOf(creative)],
        ['Advertiser', <AdvertiserLink key="of" advertiser={creative.advertiser} />],
        ['Title', creative.title ?? '–'],
        ['Description', creative.description ?? '–'],
        ['Landing page', <Address key="landing" address={creative.landingUrl} />],
        ...(creative.tagUrl ? ([['Tag', <Address key="tag" address={creative.tagUrl} />]] as const) : []),
        ...(creative.thirdPartyCode
          ? ([['Third-party code', <code key="code">{creative.thirdPartyCode}</code>]] as const)
          : []),
      ]}
      edit={(creative) => (
        <EditThing
          noun="creative"
          thing={creative}
          fields={FIELDS}
          document={DashboardUpdateCreativeDocument}
          resultOf={({ updateCreative }) => updateCreative}
          inputOf={({ status, ...values }, of) => ({
            ...values,
            status: enumValue(CreativeStatus, status),
            ...of,
          })}
        />
      )}
    >
      {(creative, { ads }) => (
        <>
          <section className="widget" aria-label="Preview">
            <header className="widget-head">
              <h2>Preview</h2>
            </header>
            <Preview ad={{ name: creative.name, creative }} />
          </section>
          <Widget
            title="Used in"
            read={read}
            empty={() => ads.nodes.length === 0 && 'No ad shows this creative.'}
          >
            {() => <Table label="Ads" rows={ads.nodes} columns={ADS} keyOf={({ id }) => id} />}
          </Widget>
        </>
      )}
    </ThingPage>
  );
}

function Address({ address }: { readonly address: string | null }) {
  const safe = address && safeAddress(address);
  return safe ? (
    <a href={safe} target="_blank" rel="noreferrer">
      {address}
    </a>
  ) : (
    (address ?? '–')
  );
}
