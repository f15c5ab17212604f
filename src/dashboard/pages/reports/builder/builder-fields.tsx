import { Field } from '../../../parts/fields/field.tsx';
import { zoneText } from '../../../parts/period/zone-text.ts';
import type { Names } from '../use-names.ts';
import { zoneNames } from '../zones.ts';
import { isOffered } from './bidding.ts';
import { CHOSEN_DAYS, CURRENCIES, type Entry, INTERVALS, RANGES } from './choices.ts';
import { CheckList, Day, Select } from './controls.tsx';
import { Having } from './having.tsx';
import { OrderChoice } from './order-choice.tsx';
import type { ReportDraft } from './report-draft.ts';
import type { Wrong } from './use-refusal.ts';
import { ValueFilters } from './value-filter.tsx';

/** What the builder chooses from, in the words of the pages. */
export interface Catalog {
  readonly dimensions: readonly Entry[];
  readonly metrics: readonly Entry[];
  readonly advertisers: readonly Entry[];
  readonly countries: Names;
  readonly timezones: Names;
}

export interface FieldsProps {
  readonly catalog: Catalog;
  readonly draft: ReportDraft;
  readonly onChange: (change: Partial<ReportDraft>) => void;
}

/** Which days, and whether a row is about one of them. */
export function RangeFields({ draft, onChange: set }: Omit<FieldsProps, 'catalog'>) {
  return (
    <div className="fields">
      <Select label="Range" value={draft.range} choices={RANGES} onChoose={(range) => set({ range })} />
      <Select
        label="Rows"
        value={draft.interval}
        choices={INTERVALS}
        onChoose={(interval) => set({ interval })}
      />
      {draft.range === CHOSEN_DAYS && (
        <>
          <Day label="First day" value={draft.start} onChange={(start) => set({ start })} />
          <Day label="Last day" value={draft.end} onChange={(end) => set({ end })} />
        </>
      )}
    </div>
  );
}

/** For whom, and which rows. */
export function FilterFields({
  catalog,
  draft,
  wrong,
  onChange: set,
}: FieldsProps & { readonly wrong: Wrong }) {
  const { dimensions, metrics, advertisers, countries } = catalog;
  const { isBidding } = draft;
  const chosen = draft.advertisers.length;
  return (
    <>
      <ValueFilters
        dimensions={dimensions.filter(({ id }) => isOffered('dimensions', id, isBidding))}
        countries={countries}
        filters={draft.filters}
        onChange={(filters) => set({ filters })}
      />
      <Having
        metrics={metrics.filter(({ id }) => draft.metrics.includes(id))}
        all={metrics}
        conditions={draft.having}
        issue={wrong.having}
        onChange={(having) => set({ having })}
      />
      <details open={chosen > 0 || undefined}>
        <summary>Advertisers: {chosen > 0 ? `${chosen} of ${advertisers.length}` : 'all'}</summary>
        <CheckList
          legend="Advertisers (all if none is selected)"
          entries={advertisers}
          chosen={draft.advertisers}
          onChange={(advertisers) => set({ advertisers })}
        />
      </details>
    </>
  );
}

/** How many rows, and in which currency and zone. */
export function ScopeFields({
  catalog,
  draft,
  wrong,
  pageZone,
  onChange: set,
}: FieldsProps & { readonly wrong: Wrong; readonly pageZone: string }) {
  return (
    <div className="fields">
      <Select
        label="Currency"
        value={draft.currency}
        choices={CURRENCIES}
        onChoose={(currency) => set({ currency })}
      />
      <Field
        label="Time zone"
        value={draft.timezone}
        choices={zoneNames(catalog.timezones)}
        {...(zoneText(draft.timezone) !== zoneText(pageZone) && {
          hint: `The overview counts its days in ${pageZone}.`,
        })}
        issue={undefined}
        onChange={(timezone) => set({ timezone })}
      />
      <Field
        label="Row limit"
        value={draft.limit}
        placeholder="All"
        issue={wrong.limit}
        onChange={(limit) => set({ limit })}
      />
      <OrderChoice draft={draft} metrics={catalog.metrics} onChange={(order) => set({ order })} />
    </div>
  );
}
