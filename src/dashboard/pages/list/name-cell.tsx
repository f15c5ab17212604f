import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListSearch } from './search.ts';

interface Props {
  readonly to: '/advertisers/$id' | '/campaigns/$id' | '/lines/$id' | '/ads/$id';
  readonly row: { readonly databaseId: number; readonly name: string };
  /** The days and the currency of the list, which the lists of the other page begin with. */
  readonly period?: ListSearch;
  /** What it belongs to. */
  readonly owner?: ReactNode;
}

/** A name that leads to its page, above what it belongs to. */
export function NameCell({ to, row: { databaseId, name }, period = {}, owner }: Props) {
  return (
    <>
      <Link to={to} params={{ id: String(databaseId) }} search={period}>
        <bdi>{name}</bdi>
      </Link>
      {owner && <span className="cell-note">{owner}</span>}
    </>
  );
}
