import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { askDialog } from '../../parts/dialogs/asked.ts';
import { giveBack } from '../../parts/dialogs/dialog.tsx';
import { counted } from '../../parts/format.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import type { Option } from './option.ts';
import { OptionList, optionId } from './option-list.tsx';
import { useOptions } from './use-options.ts';

const LIST = 'palette-options';
/** What the service takes. */
const MAX_LENGTH = 200;
const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at === 0 ? last : at - 1),
};

interface Props {
  /** What was typed to open it. */
  readonly typed: string;
  readonly onClose: () => void;
}

/** Finds anything of the seat by ID or words, and every page and action by name, over the page that is shown. */
export function Palette({ typed, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element>(null);
  const navigate = useNavigate();
  const [text, setText] = useState(typed);
  const [chosen, setChosen] = useState(0);
  // Enter was pressed before the service had answered: the first hit is opened once it is known.
  const [isWaiting, setWaiting] = useState(false);
  const { groups, isCurrent, read } = useOptions(text);
  const options = groups.flatMap(({ options }) => options);
  const last = options.length - 1;
  const at = Math.min(chosen, last);

  useEffect(() => {
    opener.current = document.activeElement;
    dialog.current?.showModal();
    const box = dialog.current?.querySelector('input');
    box?.focus();
    box?.setSelectionRange(MAX_LENGTH, MAX_LENGTH);
  }, []);

  const choose = ({ go }: Option) => {
    dialog.current?.close();
    if (typeof go === 'function') go();
    else {
      if (go.dialog) askDialog(go.dialog);
      void navigate({ to: go.to, params: go.params ?? {}, search: go.search ?? {} });
    }
  };
  const first = options[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen is what stands first now
  useEffect(() => {
    if (!isWaiting || !isCurrent) return;
    setWaiting(false);
    if (first) choose(first);
  }, [isWaiting, isCurrent, first]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      setChosen(step(at, last));
      document.getElementById(optionId(step(at, last)))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const option = options[at];
    if (at <= 0 && !isCurrent) setWaiting(true);
    else if (option) choose(option);
  };

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search"
      onClose={() => {
        giveBack(opener.current);
        onClose();
      }}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
      onKeyDown={onKeyDown}
    >
      <input
        type="text"
        role="combobox"
        aria-label="Search by name or ID, or choose a command"
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls={LIST}
        aria-activedescendant={options[at] && optionId(at)}
        placeholder="Search by name or ID, or choose a command"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setChosen(0);
          setWaiting(false);
        }}
      />
      {read.result.error && text !== '' && <ProblemNote read={read} small />}
      <p className="visually-hidden" role="status">
        {isCurrent && counted(options.length, 'result')}
      </p>
      <OptionList id={LIST} groups={groups} at={at} isBusy={!isCurrent} onChoose={choose} />
      {isCurrent && options.length === 0 && (
        <p className="empty">Nothing matches. Try fewer words, or an ID such as 84.</p>
      )}
    </dialog>
  );
}
