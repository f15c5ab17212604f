import { getRouteApi, Link } from '@tanstack/react-router';
import { type Read, useRead } from '../../api/use-read.ts';
import { DashboardLineDocument, type DashboardLineQuery } from '../../generated/graphql.ts';
import { ChangeList } from '../../parts/changes/changes.tsx';
import { PageHead } from '../../parts/crumbs.tsx';
import { money } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import { Widget } from '../../parts/widget.tsx';
import { words } from '../../parts/words.ts';
import { Nowhere } from '../../shell/nowhere.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { takeBackOf } from '../../undo/take-back.tsx';
import { NewAd } from '../ad/new-ad.tsx';
import { Breakdown } from '../breakdown/breakdown.tsx';
import { Delivery } from '../delivery/delivery.tsx';
import { PeriodBar } from '../delivery/period-bar.tsx';
import { DuplicateLine } from '../new-line/duplicate-line.tsx';
import { Facts } from '../tree/facts.tsx';
import { Ads } from './ads.tsx';
import { AlertBox } from './alert-box.tsx';
import { BidGrid } from './bid-grid.tsx';
import { bidText } from './bid-terms.ts';
import { EditLine } from './edit-line.tsx';
import { EditFlights } from './flights/edit-flights.tsx';
import { Flights } from './flights/flights.tsx';
import { isPrice } from './line-fields.ts';
import { EditSiteBids } from './site-bids/edit-site-bids.tsx';
import { SiteBids } from './site-bids/site-bids.tsx';
import { spendFacts } from './spend-needed.tsx';
import { StatusMenu } from './status-menu.tsx';
import { EditTargeting } from './targeting/edit-targeting.tsx';
import { Targets } from './targeting/targets.tsx';
import { WhyNot } from './why-not.tsx';

const route = getRouteApi('/lines/$id');

export type LineFound = NonNullable<DashboardLineQuery['line']>;

/** A line: what it spends and when, whom it reaches, what it bids, and what it shows. */
export function Line() {
  const { id } = route.useParams();
  const { after } = route.useSearch();
  const read = useRead(
    DashboardLineDocument,
    { id, after: after ?? null },
    { staysFrom: (asked) => asked.id === id },
  );
  const line = read.result.data?.line;
  const canEdit = useCanEdit();
  if (line === null) return <Nowhere what={`line ${id}`} />;
  return (
    <div className="page">
      <Head id={id} line={line} />
      {line && <WhyNot line={line} />}
      {line && <AlertBox key={line.id} line={line} />}
      <Delivery subject={{ type: 'Line', id }} />
      <Breakdown subject={{ type: 'Line', id }} owner={line?.advertiser} />
      <div className={line ? 'columns line-columns' : undefined}>
        <div className="stack">
          <Widget
            title="Flights"
            read={read}
            actions={canEdit && line && <EditFlights line={line} />}
            empty={() => line?.flights.length === 0 && 'This line has no flights.'}
          >
            {({ line }) => line && <Flights line={line} />}
          </Widget>
          {line && (
            <>
              <Widget title="Bids by hour" read={read}>
                {() => (
                  <details open={line.early.nodes.length > 0}>
                    <summary>
                      {line.early.nodes.length > 0
                        ? 'Hours with a factor of their own'
                        : 'Bid more or less by hour: every hour has the same bid now'}
                    </summary>
                    <BidGrid key={line.id} line={line} />
                  </details>
                )}
              </Widget>
              <Widget
                title="Bids by site and device"
                read={read}
                actions={canEdit && <EditSiteBids line={line} />}
              >
                {() => <SiteBids line={line} />}
              </Widget>
              <Widget title="Targeting" read={read} actions={canEdit && <EditTargeting line={line} />}>
                {() => <Targets line={line} />}
              </Widget>
              <Widget
                title="Ads"
                read={read}
                actions={canEdit && <NewAd line={line} />}
                empty={() => line.ads.totalCount === 0 && 'This line has no ads yet.'}
              >
                {() => <Ads ads={line.ads} after={after} />}
              </Widget>
            </>
          )}
        </div>
        {line && <History line={line} read={read} />}
      </div>
    </div>
  );
}

function History({ line, read }: { readonly line: LineFound; readonly read: Read<DashboardLineQuery> }) {
  const { databaseId, history, advertiser } = line;
  const canEdit = useCanEdit();
  return (
    <Widget
      title="History"
      read={read}
      empty={() => history.nodes.length === 0 && 'Nothing has changed yet.'}
      actions={
        <Link to="/history" search={{ resource: 'Line', id: String(databaseId) }}>
          View all
        </Link>
      }
    >
      {() => (
        <ChangeList
          changes={history.nodes}
          timeZone={advertiser.timezone}
          currency={advertiser.currency}
          {...(canEdit && { action: takeBackOf })}
        />
      )}
    </Widget>
  );
}

function Head({ id, line }: { id: string; line: LineFound | undefined }) {
  const canEdit = useCanEdit();
  if (!line) return <PageHead title={`Line ${id}`} trail={[{ name: 'Advertisers', to: '/advertisers' }]} />;
  const { advertiser, campaign } = line;
  const amount = (value: string | null | undefined): string =>
    value ? money(value, advertiser.currency) : '–';
  return (
    <>
      <PageHead
        title={line.name}
        trail={[
          { name: 'Advertisers', to: '/advertisers' },
          { name: advertiser.name, to: '/advertisers/$id', id: advertiser.databaseId },
          { name: campaign.name, to: '/campaigns/$id', id: campaign.databaseId },
        ]}
        beside={
          <>
            {(!canEdit || line.deliveryStatus !== line.status) && <Status value={line.deliveryStatus} />}
            {canEdit && (
              <>
                <StatusMenu line={line} />
                <EditLine line={line} />
                <DuplicateLine key={line.id} line={line} />
              </>
            )}
            <PeriodBar />
          </>
        }
      />
      <Facts
        facts={[
          ['ID', String(line.databaseId)],
          ['Objective', line.objective ? words(line.objective) : '–'],
          [
            'Goal',
            line.goalType
              ? `${words(line.goalType)} ${isPrice(line.goalType) ? amount(line.goalAmount) : (line.goalAmount ?? '')}`
              : '–',
          ],
          ['Bid', bidText(line, advertiser.currency) ?? '–'],
          ...spendFacts(line),
          ['Pacing', line.pacingModeType ? words(line.pacingModeType) : '–'],
          ['Time zone', advertiser.timezone],
        ]}
      />
    </>
  );
}
