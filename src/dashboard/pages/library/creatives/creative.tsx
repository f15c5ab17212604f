import { useRead } from '../../../api/use-read.ts';
import { enumValue } from '../../../edit/enum-value.ts';
import {
  CreativeStatus,
  DashboardCreativePageDocument,
  DashboardUpdateCreativeDocument,
  type DashboardUpdateCreativeMutation,
} from '../../../generated/graphql.ts';
import { safeAddress } from '../../../parts/links.ts';
import { Preview } from '../../ad/preview.tsx';
import { PeriodBar } from '../../delivery/period-bar.tsx';
import { EditThing } from '../edit-thing.tsx';
import { StatusSwitch } from '../status-switch.tsx';
import { AdvertiserLink, KindLink } from '../thing-columns.tsx';
import { ThingPage } from '../thing-page.tsx';
import { formatOf } from './creative-list.tsx';
import { UsedIn } from './used-in.tsx';

const FIELDS = [
  { name: 'name' },
  { name: 'status', choices: Object.values(CreativeStatus) },
  { name: 'title' },
  { name: 'description', isLong: true },
  { name: 'landingUrl', type: 'url' },
] as const;

const UPDATE = {
  document: DashboardUpdateCreativeDocument,
  resultOf: ({ updateCreative }: DashboardUpdateCreativeMutation) => updateCreative,
};

/** A creative: what it shows, and the ads that show it with their figures. */
export function Creative({ id }: { readonly id: string }) {
  const read = useRead(DashboardCreativePageDocument, { id });
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
        <>
          <StatusSwitch thing={creative} off="INACTIVE" {...UPDATE} />
          <EditThing
            noun="creative"
            wide
            thing={creative}
            fields={FIELDS}
            {...UPDATE}
            inputOf={({ status, ...values }, of) => ({
              ...values,
              status: enumValue(CreativeStatus, status),
              ...of,
            })}
            extra={({
              title = creative.title,
              description = creative.description,
              landingUrl = creative.landingUrl,
            }) => (
              <Preview
                ad={{
                  name: creative.name,
                  mediaType: creative.mediaType,
                  creative: { ...creative, title, description, landingUrl },
                }}
              />
            )}
          />
        </>
      )}
    >
      {(creative) => (
        <>
          <section className="widget" aria-label="Preview">
            <header className="widget-head">
              <h2>Preview</h2>
            </header>
            <div>
              <Preview ad={{ name: creative.name, mediaType: creative.mediaType, creative }} />
              <p className="muted small">
                Pictures and videos of creatives are not stored here, so that none is shown.
              </p>
            </div>
          </section>
          <PeriodBar />
          <UsedIn creative={creative.id} />
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
