import { announce } from '../../parts/announce.ts';
import { csvOf, saveFile } from '../../parts/csv.ts';
import { counted, number } from '../../parts/format.ts';
import { type Load, MAX_SELECTED, useAllMatching } from '../bulk/use-all-matching.ts';
import type { ListColumn, ListView } from './resource.ts';

interface Props<Item, Field extends string> {
  readonly noun: string;
  readonly columns: readonly ListColumn<Item, Field>[];
  readonly view: ListView;
  readonly total: number;
  readonly load: Load<Item>;
}

/** All rows that match as a file, with the columns that are shown, in their order; figures are unrounded. */
export function Download<Item, Field extends string>({
  noun,
  columns,
  view,
  total,
  load,
}: Props<Item, Field>) {
  const all = useAllMatching(load, (rows) => {
    const { start, end } = view.days;
    saveFile(
      `${noun}s ${start} to ${end}.csv`,
      csvOf(rows.map((row) => Object.assign({}, ...columns.map(({ csv }) => csv?.(row, view) ?? {})))),
    );
    announce(
      total > rows.length
        ? `The first ${counted(rows.length, noun)} of ${number(total)} saved as CSV`
        : `${counted(rows.length, noun)} saved as CSV`,
    );
  });
  return (
    <>
      <button
        type="button"
        title={`The ${counted(Math.min(total, MAX_SELECTED), noun)} of the list with the columns that are shown`}
        disabled={total === 0}
        onClick={() => (all.isBusy ? all.stop() : void all.run())}
      >
        {all.isBusy ? `Stop at ${number(all.loaded)} of ${number(total)}` : 'CSV'}
      </button>
      {all.problem && (
        <span className="warned" role="alert">
          {all.problem}
        </span>
      )}
    </>
  );
}
