import { useRead } from '../../../api/use-read.ts';
import { DashboardSegmentNamesDocument } from '../../../generated/graphql.ts';
import { number } from '../../../parts/format.ts';
import { nameText } from '../../pixels/pixel/name-text.ts';
import { listOf, RULE_NAMES } from './rule-fields.ts';

interface Rule {
  readonly eventCategory: string | null;
  readonly eventAction: string | null;
  readonly eventLabel: string | null;
}

interface Props {
  readonly pixelId: string | null | undefined;
  readonly onChoose: (rule: Rule) => void;
}

const MOST = 12;

/** What the pixel has received lately: rules compare letter by letter, so that one is better chosen than typed. */
export function NameChoice({ pixelId, onChoose }: Props) {
  const { data } = useRead(
    DashboardSegmentNamesDocument,
    { pixelId: pixelId ?? '' },
    { enabled: Boolean(pixelId), freshFor: 60_000 },
  ).result;
  const names = data?.pixel?.eventNames ?? [];
  if (!pixelId || !data) return null;
  if (names.length === 0)
    return <p className="muted small">This pixel has received no event in 7 days to choose from.</p>;
  return (
    <fieldset className="picker">
      <legend>What the pixel has received in the past 7 days: choose a rule</legend>
      {RULE_NAMES.map((field) => (
        <datalist key={field} id={listOf(field)}>
          {[...new Set(names.map((name) => name[field]))].map(
            (value) => value && <option key={value} value={value} />,
          )}
        </datalist>
      ))}
      <ul className="chips" aria-label="Events to choose">
        {names.slice(0, MOST).map((name) => (
          <li key={nameText(name)}>
            <button
              type="button"
              className="quiet chip-button"
              onClick={() => {
                const { eventCategory, eventAction, eventLabel } = name;
                onChoose({ eventCategory, eventAction, eventLabel });
              }}
            >
              <bdi>{nameText(name)}</bdi> <span className="muted">{number(name.events)}</span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
