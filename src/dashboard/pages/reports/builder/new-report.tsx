import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
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
import { draftOf, searchOf } from '../report-address.ts';
import { SaveReport } from '../saved/save-report.tsx';
import { zoneLike } from '../zones.ts';
import { isBidOnly, notOffered, withBidding } from './bidding.ts';
import { ContentFields, ScopeFields } from './builder-fields.tsx';
import { Presets } from './presets.tsx';
import { proposedName } from './proposed-name.ts';
import { FIRST_DRAFT, inputOf, type ReportDraft, useRefusal } from './use-report-draft.ts';

const route = getRouteApi('/reports/new');

/** A report from what the catalogue has. */
export function NewReport() {
  const read = useRead(DashboardReportCatalogDocument, {});
  return (
    <div className="page">
      <PageHead title="New report" trail={[{ name: 'Reports', to: '/reports' }]} />
      <Widget title="Contents" read={read}>
        {(catalog) => <Builder catalog={catalog} />}
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

function Builder({ catalog }: { readonly catalog: DashboardReportCatalogQuery }) {
  const pageZone = usePageZone();
  const [first] = useState<ReportDraft>(() => ({
    ...FIRST_DRAFT,
    timezone: zoneLike(catalog.dictionary.timezones, pageZone),
  }));
  const { draft, set, isChanged, savedId, named } = useDraftInAddress(first);
  const saved = catalog.savedReports.nodes.find(({ databaseId }) => String(databaseId) === savedId);
  const [typed, setTyped] = useState(named);
  const proposed = proposedName(draft, catalog.reportCatalog.dimensions);
  const { tried, said, wrong, isReady } = useRefusal(draft);
  const create = useWrite(DashboardCreateReportDocument);
  const navigate = useNavigate();
  const canEdit = useCanEdit();
  const refused = create.data && outcomeOf(create.data.createReport).refusal;
  const refusal = create.error?.message ?? refused?.message;
  const forget = useUnsaved(isChanged && !create.isPending);

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
      <ScopeFields catalog={catalog} draft={draft} wrong={wrong} onChange={set} />
      <p className="muted">The overview counts its days in {pageZone}.</p>
      <ContentFields catalog={catalog} draft={draft} onChange={set} />
      <div aria-live="polite">
        {notOffered(draft) && <BiddingCure draft={draft} catalog={catalog} onChange={set} />}
        {[...said, ...(refusal ? [refusal] : [])].map((message) => (
          <p className="note bad" key={message}>
            {message}
          </p>
        ))}
        <AskAgain tried={tried} />
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

interface CureProps {
  readonly draft: ReportDraft;
  readonly catalog: DashboardReportCatalogQuery;
  readonly onChange: (change: Partial<ReportDraft>) => void;
}

/** Measures of two kinds of data, which only an address can name together, with the button that leaves one kind. */
function BiddingCure({ draft, catalog, onChange }: CureProps) {
  const { isBidding, metrics } = draft;
  const names = catalog.reportCatalog.metrics
    .filter(({ id }) => metrics.includes(id) && isBidOnly(id) !== isBidding && id !== 1)
    .map(({ name }) => name);
  const about = names.join(' and ') || 'A group';
  return (
    <p className="note warn">
      {isBidding ? `${about} cannot be in bidding data.` : `${about} needs bidding data.`}{' '}
      <button type="button" onClick={() => onChange(withBidding(draft, !isBidding))}>
        {isBidding ? 'Leave bidding data out' : 'Use bidding data'}
      </button>
    </p>
  );
}
