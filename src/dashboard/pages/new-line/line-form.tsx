import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { among, DraftFields, type FieldOf, notNumbers } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { useLanguages } from '../../edit/languages.ts';
import { useDraft } from '../../edit/use-draft.ts';
import { type CreateLineInput, DashboardCreateLineDocument, MediaType } from '../../generated/graphql.ts';
import { FlightFields, flightIssues, isOfFlight } from '../line/flights/flight-fields.tsx';
import { BASIC_GROUPS, LINE_FIELDS, withUnits } from '../line/line-fields.ts';
import { OtherSettings } from '../line/other-settings.tsx';
import { NO_TARGETS, placeIssue } from '../line/targeting/targeting-change.ts';
import { TargetingFields } from '../line/targeting/targeting-fields.tsx';
import { inputOf, type LineDraft, type NewLineField, sentFlights } from './line-draft.ts';
import { RunSummary } from './run-summary.tsx';
import { type PartsOf, useLineParts } from './use-line-parts.ts';

/** Whose line it is. */
export interface LineOwner {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  readonly currency: string;
}

interface Props extends PartsOf {
  readonly campaign: {
    readonly id: string;
    readonly advertiser: LineOwner;
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
const FIELDS: readonly FieldOf<NewLineField>[] = [MEDIA, ...LINE_FIELDS];
/** The media type of a line can be chosen once, beside its name. */
const GROUPS: readonly { readonly title: string; readonly fields: readonly FieldOf<NewLineField>[] }[] =
  BASIC_GROUPS.map(({ title, fields: [first, ...others] }, at) => ({
    title,
    fields: at === 0 && first ? [first, MEDIA, ...others] : first ? [first, ...others] : [],
  }));

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
    check: ({ flights, targeting, ...values }) =>
      new Map([
        ...notNumbers(FIELDS, values),
        ...flightIssues(sentFlights(flights)),
        ...placeIssue(targeting),
      ]),
  });
  const { values, issues, set } = draft;
  const { flights, targeting } = values;
  const hasField = among(FIELDS);
  const shared = { stored: {}, draft, currency };
  const withLanguages = useLanguages('name');
  return (
    <DraftForm
      draft={draft}
      timeZone={timezone}
      currency={currency}
      hasField={(path) => hasField(path) || isOfFlight(path) || path === 'placeText'}
      onDone={async ({ line }) => {
        await write(line.id, targeting);
        void navigate({ to: '/lines/$id', params: { id: String(line.databaseId) } });
      }}
    >
      {before}
      {GROUPS.map(({ title, fields }) => (
        <DraftFields
          key={title}
          {...shared}
          fields={withLanguages(withUnits(fields, values.goalType))}
          {...(title && { title, isDense: true })}
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
      <TargetingFields
        owner={campaign.advertiser}
        stored={NO_TARGETS}
        values={targeting}
        issues={issues}
        onChange={(targeting) => set({ ...values, targeting })}
        isSummedUp
      />
      <div>
        <OtherSettings
          {...shared}
          completed={(fields) => withLanguages(withUnits(fields, values.goalType))}
        />
      </div>
      {children}
      <RunSummary draft={values} owner={campaign.advertiser} ads={ads} />
    </DraftForm>
  );
}
