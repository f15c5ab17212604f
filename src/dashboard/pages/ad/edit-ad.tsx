import { useRead } from '../../api/use-read.ts';
import { among, DraftFields, type FieldOf, type Texts } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { enumValue } from '../../edit/enum-value.ts';
import { useDraft } from '../../edit/use-draft.ts';
import {
  AdStatus,
  type DashboardAdPageQuery,
  DashboardCreativesDocument,
  DashboardUpdateAdDocument,
} from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { type AdFlight, AdFlights } from './ad-flights.tsx';
import { creativeChoices } from './creative-choices.ts';
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

interface Values extends Texts<'creativeId' | 'status'> {
  /** Undefined while they stay as they are. */
  readonly flights?: readonly AdFlight[];
}

function Form({ ad, onDone }: Props & { readonly onDone: () => void }) {
  const { advertiser } = ad.line;
  const read = useRead(DashboardCreativesDocument, { id: advertiser.id });
  const draft = useDraft({
    document: DashboardUpdateAdDocument,
    resultOf: ({ updateAd }) => updateAd,
    latest: ad,
    initial: {} as Values,
    inputOf: ({ creativeId, status, flights }, { id, updatedAt, schedules }) => ({
      ...{ id, updatedAt },
      ...(creativeId && { creativeId }),
      ...(status && { status: enumValue(AdStatus, status) ?? null }),
      ...(flights && {
        schedules: [...flights],
        removeScheduleIds: schedules.flatMap(({ id }) => (flights.some((one) => one.id === id) ? [] : [id])),
      }),
    }),
    check: ({ flights = [] }) =>
      new Map(
        flights.flatMap((flight, at) =>
          (['startDate', 'endDate'] as const)
            .filter((side) => flight[side] === '')
            .map((side) => [`schedules[${at}].${side}`, `schedules[${at}].${side} is required`] as const),
        ),
      ),
  });
  if (read.result.error) return <ProblemNote read={read} />;
  if (!read.result.data) return <Waiting />;
  const creatives = read.result.data.advertiser?.creatives.nodes ?? [];
  const known = creatives.some(({ id }) => id === ad.creative.id) ? creatives : [ad.creative, ...creatives];
  const fields: readonly FieldOf<'creativeId' | 'status'>[] = [
    {
      name: 'creativeId',
      label: 'Creative',
      isLong: true,
      choices: creativeChoices(known, ad.line.mediaType),
    },
    { name: 'status', choices: Object.values(AdStatus) },
  ];
  const { flights = ad.schedules, ...values } = draft.values;
  const creative = known.find(({ id }) => id === (values.creativeId ?? ad.creative.id)) ?? ad.creative;
  return (
    <DraftForm
      draft={draft}
      lastChange={ad.history.nodes[0]}
      hasField={(path) => among(fields)(path) || /^schedules\[\d+\]\.(start|end)Date$/.test(path)}
      timeZone={advertiser.timezone}
      onDone={onDone}
    >
      <DraftFields
        fields={fields}
        stored={{ creativeId: ad.creative.id, status: ad.status }}
        draft={{ ...draft, set: (change) => draft.set({ ...draft.values, ...change }) }}
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
