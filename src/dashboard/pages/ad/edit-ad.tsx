import { among, DraftFields, type FieldOf, type Texts } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { enumValue } from '../../edit/enum-value.ts';
import { useDraft } from '../../edit/use-draft.ts';
import {
  AdStatus,
  type DashboardAdPageQuery,
  type DashboardCreativeFragment,
  DashboardUpdateAdDocument,
} from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { type AdFlight, AdFlights, adFlightIssues } from './ad-flights.tsx';
import { CreativePicker } from './creative-picker.tsx';
import { Preview } from './preview.tsx';

type Found = NonNullable<DashboardAdPageQuery['ad']>;

interface Props {
  readonly ad: Found;
}

/** What an ad shows and when it runs, in a form. */
export const EditAd = ({ ad }: Props) => (
  <DialogButton name="Edit" title="Edit ad" wide>
    {(close) => <Form ad={ad} onDone={close} />}
  </DialogButton>
);

interface Values extends Texts<'status'> {
  /** Undefined while they stay as they are. */
  readonly creative?: DashboardCreativeFragment;
  readonly flights?: readonly AdFlight[];
}

const STATUS: readonly FieldOf<'status'>[] = [{ name: 'status', choices: Object.values(AdStatus) }];

function Form({ ad, onDone }: Props & { readonly onDone: () => void }) {
  const { advertiser } = ad.line;
  const draft = useDraft({
    document: DashboardUpdateAdDocument,
    resultOf: ({ updateAd }) => updateAd,
    latest: ad,
    initial: {} as Values,
    inputOf: ({ creative, status, flights }, { id, updatedAt, schedules }) => ({
      ...{ id, updatedAt },
      ...(creative && { creativeId: creative.id }),
      ...(status && { status: enumValue(AdStatus, status) ?? null }),
      ...(flights && {
        schedules: [...flights],
        removeScheduleIds: schedules.flatMap(({ id }) => (flights.some((one) => one.id === id) ? [] : [id])),
      }),
    }),
    check: ({ flights = [] }) => adFlightIssues(flights),
  });
  const { flights = ad.schedules, creative = ad.creative, ...values } = draft.values;
  return (
    <DraftForm
      draft={draft}
      lastChange={ad.history.nodes[0]}
      hasField={(path) => among(STATUS)(path) || /^schedules\[\d+\]\.(start|end)Date$/.test(path)}
      timeZone={advertiser.timezone}
      onDone={onDone}
    >
      <DraftFields
        fields={STATUS}
        stored={{ status: ad.status }}
        draft={{ ...draft, values, set: (change) => draft.set({ ...draft.values, ...change }) }}
      />
      <CreativePicker
        line={ad.line}
        chosen={[creative]}
        onChoose={([creative]) => creative && draft.set({ ...draft.values, creative })}
      />
      <Preview ad={{ name: creative.name, creative }} />
      <AdFlights
        flights={flights}
        zone={advertiser.timezone}
        issues={draft.issues}
        onChange={(flights) => draft.set({ ...draft.values, flights })}
      />
    </DraftForm>
  );
}
