import { AdvertiserPicker } from '../../edit/advertiser-picker.tsx';
import { among, DraftFields, type FieldOf, type Texts } from '../../edit/draft-fields.tsx';
import { WebhookEvent, WebhookStatus } from '../../generated/graphql.ts';
import { issueOf } from '../../parts/issue.ts';
import { words } from '../../parts/words.ts';

type Name = 'url' | 'status';

/** What was typed and chosen; what was not touched is left out. */
export type WebhookTexts = Texts<Name> & {
  readonly events?: readonly WebhookEvent[];
  /** Global IDs; none stands for all advertisers. */
  readonly advertiserIds?: readonly string[];
};

const ADDRESS: FieldOf<Name> = { name: 'url', label: 'Address', type: 'url' };
const STATUS: FieldOf<Name> = { name: 'status', choices: Object.values(WebhookStatus) };
/** A ping is sent by a test alone. */
const EVENTS = Object.values(WebhookEvent).filter((event) => event !== WebhookEvent.Ping);

/** What one is told by an event, and when. */
const TELLS: Readonly<Record<WebhookEvent, string>> = {
  [WebhookEvent.ReportFinished]: 'A report can be downloaded.',
  [WebhookEvent.ReportFailed]: 'A report was not made, and why.',
  [WebhookEvent.LineStatus]: 'A line was activated, paused or taken out of use.',
  [WebhookEvent.LinePacing]: 'A line falls behind its budget, gets ahead of it, or has spent it.',
  [WebhookEvent.BooksClosed]: 'The figures of a day are final.',
  [WebhookEvent.QuotaWarning]: 'Little is left of what a client may ask.',
  [WebhookEvent.EventsRefused]: 'An advertiser sends more events than it may.',
  [WebhookEvent.Ping]: 'A test.',
};

export const hasField = (path: string): boolean =>
  among([ADDRESS, STATUS])(path) || /^(events|advertiserIds)\b/.test(path);

/** The number in a global ID such as `Advertiser:7`. */
export const numberOf = (id: string): number => Number(id.replace(/^.*:/, ''));

interface Props {
  readonly stored: {
    readonly url?: string;
    readonly status?: string;
    readonly events: readonly WebhookEvent[];
    readonly advertiserIds?: readonly string[];
  };
  readonly draft: {
    readonly values: WebhookTexts;
    readonly issues: ReadonlyMap<string, string>;
    set(values: WebhookTexts): void;
  };
  /** One that is not there yet has no status. */
  readonly isNew?: boolean;
}

/** Where events are sent, and which. */
export function WebhookFields({ stored, draft, isNew = false }: Props) {
  const { values, issues, set } = draft;
  const chosen = values.events ?? stored.events;
  const issue = issueOf(issues, 'events', 'Events');
  return (
    <>
      <DraftFields
        fields={isNew ? [ADDRESS] : [ADDRESS, STATUS]}
        stored={stored}
        draft={{ values, issues, set: (texts) => set({ ...values, ...texts }) }}
      />
      <fieldset className="checks told">
        <legend>Events</legend>
        {EVENTS.map((event) => (
          <label className="check" key={event}>
            <input
              type="checkbox"
              checked={chosen.includes(event)}
              onChange={({ target }) =>
                set({
                  ...values,
                  events: EVENTS.filter((one) => (one === event ? target.checked : chosen.includes(one))),
                })
              }
            />
            <span>
              {words(event)} <span className="cell-note">{TELLS[event]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {issue && <p className="issue">{issue}</p>}
      <AdvertiserPicker
        legend="Advertisers; all, if none is chosen"
        chosen={(values.advertiserIds ?? stored.advertiserIds ?? []).map(numberOf)}
        onChoose={(ids) => set({ ...values, advertiserIds: ids.map((id) => `Advertiser:${id}`) })}
        issue={issueOf(issues, 'advertiserIds', 'Advertisers')}
      />
      <p className="muted small">
        What happens to reports and quotas belongs to no advertiser, and is sent in any case.
      </p>
    </>
  );
}
