import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { counted, number } from '../../parts/format.ts';
import type { Named, Selection } from './selection.tsx';
import { type Load, MAX_SELECTED, useAllMatching } from './use-all-matching.ts';

interface Props<Row extends Named> {
  readonly selection: Selection<Row>;
  readonly selected: readonly Row[];
  /** Of one row, such as `line`. */
  readonly noun: string;
  /** The rows of the page. */
  readonly shown: readonly Row[];
  /** How many match the filter, on all pages. */
  readonly total: number;
  readonly load: Load<Row>;
}

/** How much is selected, with the ways to see it, to take it back, and to select all that the filter matches. */
export function SelectionBar<Row extends Named>(props: Props<Row>) {
  const { selection, selected, noun, shown, total, load } = props;
  const all = useAllMatching(load, (rows) => selection.setAll(rows, true));
  if (selected.length === 0) return null;
  const isMore = total > shown.length && selected.length < total && shown.every(selection.has);
  const what = total > MAX_SELECTED ? `the first ${number(MAX_SELECTED)}` : `all ${number(total)}`;
  const elsewhere = elsewhereText(selected, shown);
  return (
    <>
      <DialogButton
        name={`${number(selected.length)} selected${elsewhere}`}
        label={`${counted(selected.length, noun)} selected${elsewhere}: show`}
        title={`${counted(selected.length, noun)} selected`}
        className="quiet"
      >
        {() => <Selected {...{ selection, selected }} />}
      </DialogButton>
      <button
        type="button"
        className="quiet"
        aria-label="Clear the selection"
        onClick={() => {
          all.stop();
          selection.clear();
        }}
      >
        Clear
      </button>
      {isMore && (
        <button type="button" disabled={all.isBusy} onClick={() => void all.run()}>
          {all.isBusy ? `${number(all.loaded)} of ${number(total)}…` : `Select ${what} that match`}
        </button>
      )}
      {all.problem && (
        <span className="issue" role="alert">
          {all.problem}
        </span>
      )}
    </>
  );
}

/** How many of the selected rows are not on the page that is shown. */
export function elsewhereText(selected: readonly Named[], shown: readonly Named[]): string {
  const here = new Set(shown.map(({ id }) => id));
  const count = selected.filter(({ id }) => !here.has(id)).length;
  if (count === 0) return '';
  return `, ${number(count)} on ${count === 1 ? 'another page' : 'other pages'}`;
}

/** The selected rows by name, to be taken out one by one. */
function Selected<Row extends Named>({ selection, selected }: Pick<Props<Row>, 'selection' | 'selected'>) {
  return (
    <ul className="chips">
      {selected.map((row) => (
        <li key={row.id}>
          <bdi>{row.name}</bdi>
          <button
            type="button"
            className="quiet chip-button"
            aria-label={`Remove ${row.name}`}
            onClick={() => selection.set(row, false)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
