import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import {
  DashboardCreateReportDocument,
  DashboardReportCatalogDocument,
  type DashboardReportCatalogQuery,
} from '../../generated/graphql.ts';
import { AskAgain } from '../../parts/ask-again.tsx';
import { PageHead } from '../../parts/crumbs.tsx';
import { Field } from '../../parts/fields/field.tsx';
import { usePageZone } from '../../parts/period/zone.ts';
import { useUnsaved } from '../../parts/unsaved.ts';
import { Widget } from '../../parts/widget.tsx';
import { lower } from '../../parts/words.ts';
import { useCanEdit } from '../../shell/viewer.ts';
import { CHOSEN_DAYS, CURRENCIES, type Entry, INTERVALS, RANGES } from './choices.ts';
import { CheckList, Day, Select } from './controls.tsx';
import { Having } from './having.tsx';
import { SaveReport } from './save-report.tsx';
import { FIRST_DRAFT, inputOf, type ReportDraft, useRefusal } from './use-report-draft.ts';
import { ValueFilters } from './value-filter.tsx';
import { zoneLike, zoneNames } from './zones.ts';

/** Which rows a limit leaves: those with most of the first measure. */
function limitedBy({ limit, metrics: [first] }: ReportDraft, metrics: readonly Entry[]): string | undefined {
  const name = metrics.find(({ id }) => id === first)?.name;
  return limit && name ? `The limit keeps the rows with the most ${lower(name)}.` : undefined;
}

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

function Builder({ catalog }: { readonly catalog: DashboardReportCatalogQuery }) {
  const pageZone = usePageZone();
  const [first] = useState<ReportDraft>(() => ({
    ...FIRST_DRAFT,
    timezone: zoneLike(catalog.dictionary.timezones, pageZone),
  }));
  const [draft, setDraft] = useState(first);
  const set = (change: Partial<ReportDraft>) => setDraft({ ...draft, ...change });
  const { tried, said, wrong, isReady } = useRefusal(draft);
  const create = useWrite(DashboardCreateReportDocument);
  const navigate = useNavigate();
  const canEdit = useCanEdit();
  const refused = create.data && outcomeOf(create.data.createReport).refusal;
  const refusal = create.error?.message ?? refused?.message;
  const forget = useUnsaved(draft !== first && !create.isPending);
  const { dimensions, metrics } = catalog.reportCatalog;
  const limited = limitedBy(draft, metrics);

  async function run() {
    const answer = await create.run({ input: inputOf(draft), validateOnly: false });
    const { done } = answer ? outcomeOf(answer.createReport) : {};
    if (!done) return;
    forget();
    void navigate({ to: '/reports/$id', params: { id: done.report.customerReportId } });
  }

  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <div className="fields">
        <Select label="Range" value={draft.range} choices={RANGES} onChoose={(range) => set({ range })} />
        {draft.range === CHOSEN_DAYS && (
          <>
            <Day label="First day" value={draft.start} onChange={(start) => set({ start })} />
            <Day label="Last day" value={draft.end} onChange={(end) => set({ end })} />
          </>
        )}
        <Select
          label="Rows"
          value={draft.interval}
          choices={INTERVALS}
          onChoose={(interval) => set({ interval })}
        />
        <Select
          label="Currency"
          value={draft.currency}
          choices={CURRENCIES}
          onChoose={(currency) => set({ currency })}
        />
        <label>
          Time zone
          <select value={draft.timezone} onChange={({ target }) => set({ timezone: target.value })}>
            {zoneNames(catalog.dictionary.timezones).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Field
          label="Row limit"
          value={draft.limit}
          placeholder="All"
          issue={wrong.limit}
          onChange={(limit) => set({ limit })}
        />
        <ValueFilters
          dimensions={dimensions}
          filters={draft.filters}
          onChange={(filters) => set({ filters })}
        />
        <Having
          metrics={metrics}
          having={draft.having}
          issue={wrong.having}
          onChange={(having) => set({ having })}
        />
      </div>
      <p className="muted">
        The overview counts its days in {pageZone}.{limited && ` ${limited}`}
      </p>
      <CheckList
        legend="Group by"
        entries={dimensions}
        chosen={draft.dimensions}
        onChange={(dimensions) => set({ dimensions })}
      />
      <CheckList
        legend="Measure"
        entries={metrics}
        chosen={draft.metrics}
        onChange={(metrics) => set({ metrics })}
      />
      <CheckList
        legend="Advertisers (all if none is selected)"
        entries={catalog.advertisers.nodes.map(({ databaseId, name }) => ({ id: databaseId, name }))}
        chosen={draft.advertisers}
        onChange={(advertisers) => set({ advertisers })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={draft.isBidding}
          onChange={({ target }) => set({ isBidding: target.checked })}
        />
        Bidding data
      </label>
      <div aria-live="polite">
        {[...said, ...(refusal ? [refusal] : [])].map((message) => (
          <p className="note bad" key={message}>
            {message}
          </p>
        ))}
        <AskAgain tried={tried} />
      </div>
      <p className="row end">
        {canEdit && <SaveReport report={inputOf(draft)} isReady={isReady} onSaved={forget} />}
        <button type="submit" className="primary" disabled={!isReady || create.isPending}>
          Run
        </button>
      </p>
    </form>
  );
}
