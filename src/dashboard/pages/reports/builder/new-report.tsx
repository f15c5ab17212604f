import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { outcomeOf } from '../../../api/outcome.ts';
import { useRead } from '../../../api/use-read.ts';
import { useWrite } from '../../../api/use-write.ts';
import {
  DashboardCreateReportDocument,
  DashboardReportCatalogDocument,
  type DashboardReportCatalogQuery,
} from '../../../generated/graphql.ts';
import { AskAgain } from '../../../parts/ask-again.tsx';
import { PageHead } from '../../../parts/crumbs.tsx';
import { usePageZone } from '../../../parts/period/zone.ts';
import { useUnsaved } from '../../../parts/unsaved.ts';
import { Widget } from '../../../parts/widget.tsx';
import { useCanEdit } from '../../../shell/viewer.ts';
import { inWords } from '../names.ts';
import { draftOf, searchOf } from '../report-address.ts';
import { SaveReport } from '../saved/save-report.tsx';
import { zoneLike } from '../zones.ts';
import { withBidding } from './bidding.ts';
import { BiddingCure } from './bidding-cure.tsx';
import { type Catalog, FilterFields, RangeFields, ScopeFields } from './builder-fields.tsx';
import { nameOf } from './choices.ts';
import { ContentFields } from './content-fields.tsx';
import { Presets } from './presets.tsx';
import { Preview } from './preview/preview.tsx';
import { FIRST_DRAFT, inputOf, type ReportDraft } from './report-draft.ts';
import { useRefusal } from './use-refusal.ts';

const route = getRouteApi('/reports/new');

/** A report from what the catalogue has. */
export function NewReport() {
  const read = useRead(DashboardReportCatalogDocument, {});
  const { saved: savedId } = route.useSearch();
  const saved = read.result.data?.savedReports.nodes.find(({ databaseId }) => String(databaseId) === savedId);
  return (
    <div className="page">
      <PageHead
        title={saved ? `Change ${saved.name}` : 'New report'}
        trail={[{ name: 'Reports', to: '/reports' }]}
      />
      <Widget title="Contents" read={read}>
        {(data) => <Builder read={data} />}
      </Widget>
    </div>
  );
}

/** What is chosen. The address keeps it, so that a link opens the same report. */
function useDraftInAddress(first: ReportDraft) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [opened] = useState(() => draftOf(search, first));
  const [draft, setDraft] = useState(opened);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the draft, never the reverse
  useEffect(() => {
    if (draft !== opened)
      void navigate({
        search: { ...searchOf(draft, first), saved: search.saved, name: search.name },
        replace: true,
      });
  }, [draft]);
  const set = (change: Partial<ReportDraft>) => setDraft({ ...draft, ...change });
  return { draft, set, isChanged: draft !== opened, savedId: search.saved, named: search.name };
}

/** The catalogue in the words of the pages, and whose currencies are known. */
function useCatalog({ reportCatalog, advertisers, dictionary, viewer }: DashboardReportCatalogQuery) {
  return useMemo(() => {
    const owners = advertisers.nodes.map(({ databaseId, name, currency }) => ({
      ...{ id: databaseId, name, currency },
    }));
    const catalog: Catalog = {
      ...inWords(reportCatalog),
      ...{ advertisers: owners, countries: dictionary.countries, timezones: dictionary.timezones },
    };
    return { catalog, owners: { advertisers: owners, seatCurrency: viewer.seat.currency } };
  }, [reportCatalog, advertisers, dictionary, viewer]);
}

function Builder({ read }: { readonly read: DashboardReportCatalogQuery }) {
  const pageZone = usePageZone();
  const [first] = useState<ReportDraft>(() => ({
    ...FIRST_DRAFT,
    timezone: zoneLike(read.dictionary.timezones, pageZone),
  }));
  const { catalog, owners } = useCatalog(read);
  const { draft, set, isChanged, savedId, named } = useDraftInAddress(first);
  const [unbidden, setUnbidden] = useState<ReportDraft>();
  const saved = read.savedReports.nodes.find(({ databaseId }) => String(databaseId) === savedId);
  const [typed, setTyped] = useState(named);
  const proposed = nameOf(inputOf(draft), catalog.dimensions);
  const { tried, said, wrong, isReady } = useRefusal(draft);
  const create = useWrite(DashboardCreateReportDocument);
  const navigate = useNavigate();
  const canEdit = useCanEdit();
  const refused = create.data && outcomeOf(create.data.createReport).refusal;
  const refusal = create.error?.message ?? refused?.message;
  const forget = useUnsaved(isChanged && !create.isPending);
  const onBidding = (isBidding: boolean) => {
    setUnbidden(isBidding ? draft : undefined);
    set(withBidding(draft, isBidding, unbidden));
  };

  async function run() {
    const answer = await create.run({ input: inputOf(draft), validateOnly: false });
    const { done } = answer ? outcomeOf(answer.createReport) : {};
    if (!done) return;
    forget();
    void navigate({
      to: '/reports/$id',
      params: { id: done.report.customerReportId },
      search: { name: typed?.trim() || saved?.name, saved: savedId },
    });
  }

  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      {saved ? (
        <p className="note">
          You change the saved report <bdi>{saved.name}</bdi>. Its schedule stays as it is.
        </p>
      ) : (
        <Presets onChoose={set} />
      )}
      <div className="builder">
        <div className="form">
          <RangeFields draft={draft} onChange={set} />
          <ContentFields catalog={catalog} draft={draft} onChange={set} onBidding={onBidding} />
          <FilterFields catalog={catalog} draft={draft} wrong={wrong} onChange={set} />
          <ScopeFields catalog={catalog} draft={draft} wrong={wrong} pageZone={pageZone} onChange={set} />
        </div>
        <div className="beside-choices">
          <div aria-live="polite">
            <BiddingCure draft={draft} metrics={catalog.metrics} onSwitch={onBidding} />
            {[...said, ...(refusal ? [refusal] : [])].map((message) => (
              <p className="note bad" key={message}>
                {message}
              </p>
            ))}
            <AskAgain tried={tried} />
          </div>
          <Preview draft={draft} catalog={catalog} owners={owners} isWrong={said.length > 0} />
        </div>
      </div>
      <p className="row end in-reach">
        {canEdit && (
          <SaveReport
            key={saved?.id ?? ''}
            report={inputOf(draft)}
            timezone={draft.timezone}
            name={typed ?? saved?.name ?? proposed}
            onName={setTyped}
            saved={saved}
            isReady={isReady}
            onSaved={forget}
          />
        )}
        <button type="submit" className="primary" disabled={!isReady || create.isPending}>
          Run
        </button>
      </p>
    </form>
  );
}
