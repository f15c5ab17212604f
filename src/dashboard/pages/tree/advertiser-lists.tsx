import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DashboardLinesDocument } from '../../generated/graphql.ts';
import { useCanEdit } from '../../shell/viewer.ts';
import { AlertChips } from '../lines/alert-chips.tsx';
import { LineList, useLineList } from '../lines/line-list.tsx';
import { sameFigures } from '../list/list-data.ts';
import { type ListSearch, periodIn } from '../list/search.ts';
import { NewLineOfAny } from '../new-line/new-line-of-any.tsx';

interface Props {
  /** Of the advertiser. */
  readonly id: string;
  /** The list of its campaigns. */
  readonly campaigns: ReactNode;
}

interface Search extends ListSearch {
  readonly show?: string;
}

const LISTS = [
  ['', 'Campaigns'],
  ['lines', 'Lines'],
] as const;

/** The campaigns of an advertiser or, all in one list, its lines; and which of these need attention. */
export function AdvertiserLists({ id, campaigns }: Props) {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const isLines = search.show === 'lines';
  // Columns, order and filters are those of one list.
  const go = (change: Search) =>
    void navigate({ to: '.', search: { ...periodIn(search), ...change }, resetScroll: false });
  return (
    <>
      <div className="row">
        <fieldset className="switch" aria-label="What is listed">
          {LISTS.map(([show, name]) => (
            <button
              key={show}
              type="button"
              aria-pressed={isLines === (show === 'lines')}
              onClick={() => go(show ? { show } : {})}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <AlertChips
          advertiserId={`Advertiser:${id}`}
          chosen={isLines ? search.alert : undefined}
          onChoose={(alert) => go({ show: 'lines', ...(alert && { alert }) })}
        />
      </div>
      {isLines ? <LinesOf id={id} /> : campaigns}
    </>
  );
}

function LinesOf({ id }: { readonly id: string }) {
  const list = useLineList({ advertiser: id });
  const canEdit = useCanEdit();
  const read = useRead(DashboardLinesDocument, list.variables, {
    enabled: list.isReady,
    staysFrom: sameFigures(list),
  });
  return (
    <LineList
      title="Lines"
      list={list}
      read={read}
      empty="This advertiser has no lines yet."
      actions={canEdit && <NewLineOfAny advertiserId={`Advertiser:${id}`} />}
    />
  );
}
