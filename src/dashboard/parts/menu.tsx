import { useId, useRef, useState } from 'react';

type Item =
  | { readonly name: string; readonly onChoose: () => void }
  | { readonly name: string; readonly href: string };

interface Props {
  /** What the actions are about. */
  readonly of: string;
  readonly items: readonly Item[];
}

/** Actions that are seldom needed, behind a button. It closes by a choice, Escape, or a click elsewhere. */
export function Menu({ of, items }: Props) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what happens in its list
    <span
      className="menu-box"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        close();
      }}
    >
      <button
        type="button"
        ref={opener}
        className="quiet"
        aria-label={`More for ${of}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        ⋯
      </button>
      <ul id={id} className="menu-items" hidden={!isOpen}>
        {items.map((item) => (
          <li key={item.name}>
            {'href' in item ? (
              <a href={item.href} target="_blank" rel="noreferrer" onClick={close}>
                {item.name}
              </a>
            ) : (
              <button
                type="button"
                onClick={() => {
                  close();
                  item.onChoose();
                }}
              >
                {item.name}
              </button>
            )}
          </li>
        ))}
      </ul>
    </span>
  );
}
