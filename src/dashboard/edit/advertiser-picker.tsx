import { useState } from 'react';
import { useRead } from '../api/use-read.ts';
import { useSettled } from '../api/use-settled.ts';
import {
  DashboardPickAdvertisersDocument,
  DashboardPickedAdvertisersDocument,
} from '../generated/graphql.ts';
import { SearchField } from '../parts/fields/search-field.tsx';

interface Props {
  readonly legend: string;
  /** Advertisers by their numbers. */
  readonly chosen: readonly number[];
  readonly onChoose: (chosen: readonly number[]) => void;
  readonly issue?: string | undefined;
}

/** Advertisers by name: those that are chosen, each with a button that takes it out, and a search for more. */
export function AdvertiserPicker({ legend, chosen, onChoose, issue }: Props) {
  const [text, setText] = useState('');
  const query = useSettled(text.trim()) ?? text.trim();
  const { data, error } = useRead(DashboardPickAdvertisersDocument, { query: query || null }).result;
  const names = useAdvertiserNames(chosen);
  const found = data?.advertisers.nodes.filter(({ databaseId }) => !chosen.includes(databaseId)) ?? [];
  return (
    <fieldset className="picker">
      <legend>{legend}</legend>
      {chosen.length > 0 && (
        <ul className="chips" aria-label="Chosen">
          {chosen.map((each) => (
            <li key={each}>
              <bdi>{names(each)}</bdi>
              <button
                type="button"
                className="quiet chip-button"
                aria-label={`Remove ${names(each)}`}
                onClick={() => onChoose(chosen.filter((other) => other !== each))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {issue && <p className="issue">{issue}</p>}
      <SearchField label="Add an advertiser" placeholder="Filter by name" value={text} onChange={setText} />
      {error && <p className="issue">{error.message}</p>}
      <ul className="chips" aria-label="Advertisers to add">
        {found.map(({ databaseId, name }) => (
          <li key={databaseId}>
            <button
              type="button"
              className="quiet chip-button"
              aria-label={`Add ${name}`}
              onClick={() => onChoose([...chosen, databaseId])}
            >
              + <bdi>{name}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {(data?.advertisers.totalCount ?? 0) > 12 && (
        <p className="muted small">The first 12. Type a part of the name to find others.</p>
      )}
    </fieldset>
  );
}

/** The names of advertisers; their numbers until they are known. */
export function useAdvertiserNames(ids: readonly number[]): (id: number) => string {
  const asked = ids.slice(0, 100).map((id) => `Advertiser:${id}`);
  const { data } = useRead(
    DashboardPickedAdvertisersDocument,
    { ids: asked },
    { enabled: asked.length > 0, freshFor: 60_000 },
  ).result;
  const names = new Map(
    data?.nodes.flatMap((node) =>
      node && 'databaseId' in node ? [[node.databaseId, node.name] as const] : [],
    ),
  );
  return (id) => names.get(id) ?? `Advertiser ${id}`;
}
