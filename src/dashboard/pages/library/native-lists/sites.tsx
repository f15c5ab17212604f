import { useState } from 'react';
import { announce } from '../../../parts/announce.ts';
import { counted } from '../../../parts/format.ts';

/** Few are read at a glance. */
const MANY = 12;

/** The sites and apps of a list: to be looked through, and to be taken elsewhere. */
export function Sites({ names }: { readonly names: readonly string[] }) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const shown = names.filter((name) => name.toLowerCase().includes(wanted));
  const copy = () =>
    navigator.clipboard
      ?.writeText(names.join('\n'))
      .then(() => announce(`${counted(names.length, 'name')} copied`, true));
  return (
    <>
      <p className="row">
        {names.length > MANY && (
          <input
            type="search"
            aria-label="Find in the list"
            placeholder="Find in the list"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <button type="button" onClick={() => void copy()}>
          Copy all
        </button>
        {wanted && <span className="muted">{`${shown.length} of ${names.length}`}</span>}
      </p>
      <ul className="chips">
        {shown.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  );
}
