import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useSettled } from '../../api/use-settled.ts';
import { enumValue } from '../../edit/enum-value.ts';
import {
  type DashboardCreativeFragment as Creative,
  type CreativeFilter,
  CreativeStatus,
  DashboardCreativeChoicesDocument,
  MediaType,
} from '../../generated/graphql.ts';
import { SearchField } from '../../parts/fields/search-field.tsx';
import { number } from '../../parts/format.ts';
import { hostOf } from '../../parts/links.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { words } from '../../parts/words.ts';
import { offeredOf } from './offered.ts';
import type { OwnLine } from './own-line.ts';

interface Props {
  readonly line: OwnLine;
  readonly chosen: readonly Creative[];
  /** Several can be chosen. */
  readonly isMany?: boolean;
  readonly onChoose: (chosen: readonly Creative[]) => void;
}

/** Creatives of the line's advertiser and medium by name or ID. Those that the line shows already come first. */
export function CreativePicker({ line, chosen, isMany = false, onChoose }: Props) {
  const [text, setText] = useState('');
  const query = useSettled(text.trim()) ?? text.trim();
  const mediaType = enumValue(MediaType, line.mediaType);
  const filter: CreativeFilter = {
    advertiserId: { eq: line.advertiser.id },
    status: CreativeStatus.Active,
    ...(mediaType && { mediaType: { eq: mediaType } }),
    ...(/^\d{1,15}$/.test(query) ? { or: [{ query }, { id: { eq: query } }] } : query && { query }),
  };
  const read = useRead(DashboardCreativeChoicesDocument, { line: line.id, filter });
  const { data, error } = read.result;
  if (error) return <ProblemNote read={read} />;
  if (!data) return <Waiting />;
  const { own, others } = offeredOf({ data, chosen, query });
  const toggle = (creative: Creative, isOn: boolean) => {
    if (!isMany) onChoose([creative]);
    else onChoose(isOn ? [...chosen, creative] : chosen.filter(({ id }) => id !== creative.id));
  };
  // A line shows creatives of its own medium only.
  const kind = mediaType ? `${words(mediaType).toLowerCase()} creative` : 'creative';
  const hidden = data.creatives.totalCount - data.creatives.nodes.length;
  const rows = (creatives: readonly Creative[], isShown = false) =>
    creatives.map((creative) => (
      <Choice
        key={creative.id}
        creative={creative}
        isMany={isMany}
        isShown={isShown}
        isChosen={chosen.some(({ id }) => id === creative.id)}
        onToggle={(isOn) => toggle(creative, isOn)}
      />
    ));
  return (
    <fieldset className="picker">
      <legend>{isMany ? 'Creatives' : 'Creative'}</legend>
      <SearchField label="Find a creative" placeholder="Name or ID" value={text} onChange={setText} />
      {own.length > 0 && (
        <ul className="creative-choices" aria-label="In this line">
          <li className="muted small">In this line: each is an ad already</li>
          {rows(own, true)}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="creative-choices" aria-label="Others of the advertiser">
          <li className="muted small">Others of the advertiser</li>
          {rows(others)}
        </ul>
      )}
      {own.length + others.length === 0 && (
        <p className="muted">
          {query
            ? `No active ${kind} of this advertiser matches.`
            : `This advertiser has no active ${kind} yet.`}
        </p>
      )}
      {hidden > 0 && <p className="muted small">{number(hidden)} more. Type a part of the name, or an ID.</p>}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly creative: Creative;
  readonly isMany: boolean;
  /** An ad of the line has it. */
  readonly isShown: boolean;
  readonly isChosen: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

/** With what tells creatives of one name apart. */
function Choice({ creative, isMany, isShown, isChosen, onToggle }: ChoiceProps) {
  const { databaseId, name, mediaType, type, title, landingUrl } = creative;
  const facts = [
    title !== name && title,
    words(type ?? mediaType),
    `ID ${databaseId}`,
    landingUrl && hostOf(landingUrl),
  ].filter(Boolean);
  return (
    <li>
      <label className="check">
        <input
          type={isMany ? 'checkbox' : 'radio'}
          name="creative"
          checked={isChosen}
          onChange={({ target }) => onToggle(target.checked)}
        />
        <span>
          <bdi>{name}</bdi> <span className="muted small">{facts.join(' · ')}</span>
          {isShown && isMany && (
            <>
              {' '}
              <span className="status">{isChosen ? 'A second ad of it' : 'An ad already'}</span>
            </>
          )}
        </span>
      </label>
    </li>
  );
}
