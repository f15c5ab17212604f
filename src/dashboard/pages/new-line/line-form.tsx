import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { among, DraftFields, type FieldOf, notNumbers } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { useLanguages } from '../../edit/languages.ts';
import { useDraft } from '../../edit/use-draft.ts';
import { type CreateLineInput, DashboardCreateLineDocument, MediaType } from '../../generated/graphql.ts';
import { FlightFields, flightIssues, isOfFlight } from '../line/flights/flight-fields.tsx';
import { LINE_GROUPS, withUnits } from '../line/line-fields.ts';
import { inputOf, type LineDraft, type NewLineField, sentFlights } from './line-draft.ts';
import { NewPlaces } from './new-places.tsx';
import { RunSummary } from './run-summary.tsx';
import { type PartsOf, useLineParts } from './use-line-parts.ts';

interface Props extends PartsOf {
  readonly campaign: {
    readonly id: string;
    readonly advertiser: { readonly timezone: string; readonly currency: string };
  };
  readonly initial: LineDraft;
  /** It can be stored as it stands there at first. */
  readonly isComplete?: boolean;
  /** Stands above the other fields. */
  readonly before?: ReactNode;
  /** What is sent along, and is no field of the draft. */
  readonly hidden?: Partial<CreateLineInput>;
  /** How many ads come along. */
  readonly ads?: number;
  readonly children?: ReactNode;
}

const MEDIA: FieldOf<NewLineField> = { name: 'mediaType', choices: Object.values(MediaType) };
/** What almost every line is told; the other fields stand below. */
const FIRST: readonly (readonly [title: string, names: readonly NewLineField[]])[] = [
  ['', ['name', 'mediaType', 'objective']],
  ['Bid, goal and pacing', ['bidPrice', 'goalType', 'goalAmount', 'pacingModeType']],
];
const FIRST_NAMES: ReadonlySet<string> = new Set(FIRST.flatMap(([, names]) => names));
const isOther = ({ name }: { readonly name: string }) => !FIRST_NAMES.has(name);
const OTHERS = LINE_GROUPS.map(([title, fields]) => [title, fields.filter(isOther)] as const);
const FIELDS: readonly FieldOf<NewLineField>[] = [MEDIA, ...LINE_GROUPS.flatMap(([, fields]) => fields)];

/** All that a new line can be told; it is paused until somebody activates it. */
export function LineForm({
  campaign,
  initial,
  isComplete = false,
  hidden,
  before,
  ads = 0,
  children,
  ...parts
}: Props) {
  const navigate = useNavigate();
  const { timezone, currency } = campaign.advertiser;
  const write = useLineParts(parts);
  const draft = useDraft({
    document: DashboardCreateLineDocument,
    resultOf: ({ createLine }) => createLine,
    latest: campaign,
    initial,
    isComplete,
    inputOf: (values: LineDraft, campaign) => ({ ...inputOf(values, campaign), ...hidden }),
    check: ({ flights, targeting: _, ...values }) =>
      new Map([...notNumbers(FIELDS, values), ...flightIssues(sentFlights(flights))]),
  });
  const { values, issues, set } = draft;
  const { flights, targeting } = values;
  const hasField = among(FIELDS);
  const shared = { stored: {}, draft, currency };
  const withLanguages = useLanguages('name');
  const unitsIn = (fields: readonly FieldOf<NewLineField>[]) =>
    withLanguages(withUnits(fields, values.goalType));
  return (
    <DraftForm
      draft={draft}
      timeZone={timezone}
      currency={currency}
      hasField={(path) => hasField(path) || isOfFlight(path)}
      onDone={async ({ line }) => {
        await write(line.id, targeting);
        void navigate({ to: '/lines/$id', params: { id: String(line.databaseId) } });
      }}
    >
      {before}
      {FIRST.map(([title, names]) => (
        <DraftFields
          key={title}
          {...shared}
          fields={unitsIn(names.flatMap((name) => FIELDS.find((field) => field.name === name) ?? []))}
          {...(title && { title })}
        />
      ))}
      {flights.map((flight, at) => (
        <FlightFields
          // biome-ignore lint/suspicious/noArrayIndexKey: flights of a new line are neither removed nor sorted
          key={at}
          name={flights.length > 1 ? `Flight ${at + 1}` : 'First flight'}
          zone={timezone}
          currency={currency}
          flight={flight}
          path={`schedules[${sentFlights(flights.slice(0, at)).length}]`}
          issues={issues}
          onChange={(change) => {
            const changed = flights.map((each, index) => (index === at ? { ...each, ...change } : each));
            set({ ...values, flights: changed });
          }}
        />
      ))}
      <NewPlaces targeting={targeting} onChange={(targeting) => set({ ...values, targeting })} />
      <details>
        <summary>More settings: supply, bid limits, budget and billing</summary>
        {OTHERS.map(([title, fields]) => (
          <DraftFields key={title} {...shared} fields={unitsIn(fields)} {...(title && { title })} />
        ))}
      </details>
      {children}
      <RunSummary draft={values} owner={campaign.advertiser} ads={ads} />
    </DraftForm>
  );
}
