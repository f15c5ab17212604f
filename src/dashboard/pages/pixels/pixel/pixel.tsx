import { getRouteApi, Link } from '@tanstack/react-router';
import { type Read, useRead } from '../../../api/use-read.ts';
import {
  DashboardPixelDocument,
  type DashboardPixelQuery,
  DashboardUpdatePixelDocument,
  DeliveryInterval,
} from '../../../generated/graphql.ts';
import { days as dayNames, minute } from '../../../parts/format.ts';
import { addDays, today } from '../../../parts/period/days.ts';
import { intervalOf } from '../../../parts/period/steps.ts';
import { serviceNow } from '../../../parts/service-clock.ts';
import { useCanEdit } from '../../../shell/viewer.ts';
import { SendEvent } from '../../events/send-event.tsx';
import { EditThing } from '../../library/edit-thing.tsx';
import { LinesUsing } from '../../library/lines-using.tsx';
import { AdvertiserLink } from '../../library/thing-columns.tsx';
import { ThingPage } from '../../library/thing-page.tsx';
import { countsOf, MONTH } from '../counts.ts';
import { Refusals } from '../refusals.tsx';
import { Code } from './code.tsx';
import { Course } from './course.tsx';
import { Health } from './health.tsx';
import { Names } from './names.tsx';
import { People } from './people.tsx';
import { RefusedRequests } from './refused-requests.tsx';
import { SegmentsOf } from './segments-of.tsx';
import { Senders } from './senders.tsx';
import { usePixelPeriod } from './use-pixel-period.ts';

const route = getRouteApi('/pixels/$id');
const EVERY_MS = 60_000;
const FIELDS = [{ name: 'name' }] as const;

export type Found = NonNullable<DashboardPixelQuery['thing']>;

/** A pixel: whether its events arrive and why not, what they are used for, and how to send them. */
export function Pixel() {
  const { id } = route.useParams();
  const { zone, period } = usePixelPeriod();
  const day = today(zone);
  const read = useRead(
    DashboardPixelDocument,
    {
      id,
      recent: { between: { start: addDays(day, -1), end: day } },
      month: { between: { start: addDays(day, -MONTH), end: day } },
      range: { between: period.days },
      interval: intervalOf(period.days) === 'HOUR' ? DeliveryInterval.Hour : DeliveryInterval.Day,
      timezone: zone,
    },
    { every: EVERY_MS },
  );
  return (
    <ThingPage
      noun="Pixel"
      back={<Link to="/pixels">Pixels</Link>}
      {...{ id, read }}
      titleOf={({ name }) => name}
      factsOf={(pixel) => [
        ['Kind', pixel.isDotPixel ? 'On web pages' : 'Events from servers'],
        ['Advertiser', <AdvertiserLink key="of" advertiser={pixel.advertiser} />],
        ...(pixel.isDotPixel ? [] : ([['Latest hour', latestText(pixel, zone)]] as const)),
      ]}
      edit={(pixel) => (
        <EditThing
          noun="pixel"
          thing={pixel}
          fields={FIELDS}
          document={DashboardUpdatePixelDocument}
          resultOf={({ updatePixel }) => updatePixel}
          inputOf={(values, of) => ({ ...values, ...of })}
        />
      )}
    >
      {(pixel) => (
        <>
          {pixel.isDotPixel ? <OnPages /> : <OfServers {...{ pixel, zone, day, read }} />}
          {!pixel.isDotPixel && <Names names={pixel.eventNames} />}
          <SegmentsOf pixel={pixel} read={read} />
          <LinesUsing
            title="Lines that count its conversions"
            advertiserId={pixel.advertiser.id}
            isUsedBy={({ conversionRules }) => conversionRules.some(({ pixelId }) => pixelId === pixel.id)}
            empty="No line has a conversion rule for this pixel. A line without rules counts every conversion after a click, whichever pixel it names."
          />
          <Code pixel={pixel} />
        </>
      )}
    </ThingPage>
  );
}

const latestText = (pixel: Found, zone: string): string => {
  const { latest } = countsOf(pixel, serviceNow());
  return latest ? minute(latest, zone) : 'None in 24 hours';
};

const OnPages = () => (
  <p className="note">
    This pixel stands on web pages, whose events are counted where they are collected: none arrive here, so
    that this page has no figures of them. Conversion rules and segments name it all the same.
  </p>
);

interface Props {
  readonly pixel: Found;
  readonly zone: string;
  readonly day: string;
  readonly read: Read<DashboardPixelQuery>;
}

function OfServers({ pixel, zone, day, read }: Props) {
  const { period } = usePixelPeriod();
  const canEdit = useCanEdit();
  return (
    <>
      <Health pixel={pixel} zone={zone} />
      <Course pixel={pixel} />
      <Refusals
        days={dayNames(period.days.start, period.days.end)}
        read={read}
        timeZone={zone}
        pixelsOf={({ thing }) => (thing ? [{ ...thing, refusalReasons: thing.reasons }] : [])}
      />
      <RefusedRequests pixelId={pixel.id} day={day} zone={zone} />
      <div className="columns">
        <div className="stack">
          <Senders pixel={pixel} />
          <People matches={pixel.identityMatches} />
        </div>
        {canEdit && (
          <div className="stack">
            <SendEvent pixelId={String(pixel.databaseId)} />
          </div>
        )}
      </div>
    </>
  );
}
