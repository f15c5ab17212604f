import { Link } from '@tanstack/react-router';
import { type Read, useRead } from '../../api/use-read.ts';
import { differencesOf, pick } from '../../edit/differences-of.ts';
import { among, DraftFields, type FieldOf, type Texts } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { useDraft } from '../../edit/use-draft.ts';
import {
  DashboardSeatChoicesDocument,
  type DashboardSettingsQuery,
  DashboardUpdateSeatDocument,
} from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { moment } from '../../parts/format.ts';
import { zoneText } from '../../parts/period/zone-text.ts';
import { Widget } from '../../parts/widget.tsx';
import { useViewer } from '../../shell/viewer.ts';
import { Facts } from '../tree/facts.tsx';
import { OwnSettings } from './own-settings.tsx';

interface Props {
  readonly read: Read<DashboardSettingsQuery>;
}
type Seat = DashboardSettingsQuery['viewer']['seat'];
const NAMES = ['name', 'timezone', 'currency'] as const;
type Name = (typeof NAMES)[number];

/** The name of the seat, and the time zone and the currency in which its figures are shown, which admins can change. */
export function SeatSettings({ read }: Props) {
  const isAdmin = useViewer().role === 'ADMIN';
  const seat = read.result.data?.viewer.seat;
  return (
    <Widget
      title="Seat"
      read={read}
      isSteady
      actions={
        isAdmin &&
        seat && (
          <DialogButton name="Edit" title="Edit seat">
            {(close) => <Form seat={seat} onDone={close} />}
          </DialogButton>
        )
      }
    >
      {({ viewer: { seat } }) => (
        <>
          <Facts
            facts={[
              ['Name', `${seat.name} (${seat.databaseId})`],
              ['Time zone', zoneText(seat.timezone)],
              ['Currency', seat.currency],
              ['Data since', seat.firstDeliveryAt ? moment(seat.firstDeliveryAt, seat.timezone) : 'None yet'],
              ...(seat.legalComplianceCountry
                ? ([['Legal compliance of', seat.legalComplianceCountry]] as const)
                : []),
            ]}
          />
          <p className="muted">
            Pages count days in this time zone and show amounts of several advertisers in this currency.{' '}
            {isAdmin ? (
              <>
                Who may use the seat, and in which role: <Link to="/clients">API clients</Link>.
              </>
            ) : (
              'Admins can change them.'
            )}
          </p>
          <OwnSettings currency={seat.currency} timezone={seat.timezone} />
        </>
      )}
    </Widget>
  );
}

const named = (list: readonly { readonly value: string; readonly name: string | null }[] = []) =>
  list.map(({ value, name }) => [value, name ? `${zoneText(value)} (${name})` : zoneText(value)] as const);

function Form({ seat, onDone }: { readonly seat: Seat; readonly onDone: () => void }) {
  const { currencies, timezones } = useRead(DashboardSeatChoicesDocument, {}).result.data?.dictionary ?? {};
  const zones = named(timezones).filter(([value]) => zoneText(value) !== 'UTC');
  const fields: readonly FieldOf<Name>[] = [
    { name: 'name' },
    { name: 'timezone', choices: [['UTC', 'UTC'], ...zones] },
    { name: 'currency', choices: named(currencies) },
  ];
  const draft = useDraft({
    document: DashboardUpdateSeatDocument,
    resultOf: ({ updateSeat }) => updateSeat,
    latest: seat,
    initial: {} as Texts<Name>,
    inputOf: ({ name, timezone, currency }) => ({
      ...(name !== undefined && { name: name ?? '' }),
      ...(timezone && { timezone }),
      ...(currency && { currency }),
    }),
  });
  return (
    <DraftForm
      draft={draft}
      theirs={differencesOf(pick(draft.opened, NAMES), pick(seat, NAMES))}
      hasField={among(fields)}
      onDone={onDone}
    >
      <DraftFields fields={fields} stored={seat} draft={draft} />
      <OwnSettings
        currency={draft.values.currency ?? seat.currency}
        timezone={draft.values.timezone ?? seat.timezone}
      />
    </DraftForm>
  );
}
