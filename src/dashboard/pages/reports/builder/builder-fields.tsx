import type { DashboardReportCatalogQuery } from '../../../generated/graphql.ts';
import { Field } from '../../../parts/fields/field.tsx';
import { zoneNames } from '../zones.ts';
import { groupsOf, isOffered, withBidding } from './bidding.ts';
import { CHOSEN_DAYS, CURRENCIES, INTERVALS, RANGES } from './choices.ts';
import { CheckList, Day, Select } from './controls.tsx';
import { Having } from './having.tsx';
import { OrderChoice } from './order-choice.tsx';
import type { ReportDraft, wrongIn } from './use-report-draft.ts';
import { ValueFilters } from './value-filter.tsx';

interface Props {
  readonly catalog: DashboardReportCatalogQuery;
  readonly draft: ReportDraft;
  readonly wrong: ReturnType<typeof wrongIn>;
  readonly onChange: (change: Partial<ReportDraft>) => void;
}

/** When, in which currency and zone, and which rows. */
export function ScopeFields({ catalog, draft, wrong, onChange: set }: Props) {
  const { dimensions, metrics } = catalog.reportCatalog;
  const offered = metrics.filter(({ id }) => isOffered('metrics', id, draft.isBidding));
  return (
    <>
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
        <OrderChoice draft={draft} metrics={metrics} onChange={(order) => set({ order })} />
      </div>
      <div className="fields">
        <ValueFilters
          dimensions={dimensions}
          countries={catalog.dictionary.countries}
          filters={draft.filters}
          onChange={(filters) => set({ filters })}
        />
        <Having
          metrics={offered}
          conditions={draft.having}
          issue={wrong.having}
          onChange={(having) => set({ having })}
        />
      </div>
    </>
  );
}

/** What is measured, by what it is grouped, and for whom. */
export function ContentFields({ catalog, draft, onChange: set }: Omit<Props, 'wrong'>) {
  const { dimensions, metrics } = catalog.reportCatalog;
  const { isBidding } = draft;
  const groups = groupsOf(metrics);
  return (
    <>
      <CheckList
        legend="Group by"
        entries={dimensions.filter(({ id }) => isOffered('dimensions', id, isBidding))}
        chosen={draft.dimensions}
        onChange={(dimensions) => set({ dimensions })}
      />
      <fieldset className="measures">
        <legend>Measure</legend>
        {groups.map(({ name, metrics }) => (
          <CheckList
            key={name}
            legend={name}
            entries={metrics.filter(({ id }) => isOffered('metrics', id, isBidding))}
            chosen={draft.metrics}
            onChange={(metrics) => set({ metrics })}
          />
        ))}
        <label className="check">
          <input
            type="checkbox"
            checked={isBidding}
            onChange={({ target }) => set(withBidding(draft, target.checked))}
          />
          Bidding data
        </label>
        <p className="muted small">
          {isBidding
            ? 'Bidding data has impressions, requests, responses and the win rate, by advertiser, campaign, line and package.'
            : 'Requests, responses and the win rate are in bidding data, without clicks, spend and conversions.'}
        </p>
      </fieldset>
      <CheckList
        legend="Advertisers (all if none is selected)"
        entries={catalog.advertisers.nodes.map(({ databaseId, name }) => ({ id: databaseId, name }))}
        chosen={draft.advertisers}
        onChange={(advertisers) => set({ advertisers })}
      />
    </>
  );
}
