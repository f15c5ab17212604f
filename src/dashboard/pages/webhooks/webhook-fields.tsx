import { among, DraftFields, type FieldOf, type Texts } from '../../edit/draft-fields.tsx';
import { WebhookEvent, WebhookStatus } from '../../generated/graphql.ts';
import { issueOf } from '../../parts/issue.ts';
import { words } from '../../parts/words.ts';

type Name = 'url' | 'status';

/** What was typed and chosen; events that were not touched are left out. */
export type WebhookTexts = Texts<Name> & { readonly events?: readonly WebhookEvent[] };

const ADDRESS: FieldOf<Name> = { name: 'url', label: 'Address', type: 'url' };
const STATUS: FieldOf<Name> = { name: 'status', choices: Object.values(WebhookStatus) };
/** A ping is sent by a test alone. */
const EVENTS = Object.values(WebhookEvent).filter((event) => event !== WebhookEvent.Ping);

export const hasField = (path: string): boolean => among([ADDRESS, STATUS])(path) || /^events\b/.test(path);

interface Props {
  readonly stored: {
    readonly url?: string;
    readonly status?: string;
    readonly events: readonly WebhookEvent[];
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
      <fieldset className="checks">
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
            {words(event)}
          </label>
        ))}
      </fieldset>
      {issue && <p className="issue">{issue}</p>}
    </>
  );
}
