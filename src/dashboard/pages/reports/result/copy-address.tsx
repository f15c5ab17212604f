import { useState } from 'react';
import { moment } from '../../../parts/format.ts';

interface Props {
  readonly address: string;
  /** When it ends. */
  readonly until: string | null;
  /** Read out, where many buttons have one name. */
  readonly label?: string | undefined;
}

/** Copies the address of a file, which needs no account and expires. */
export function CopyAddress({ address, until, label }: Props) {
  const [said, setSaid] = useState('');
  const end = until ? ` until ${moment(until)}` : '';
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setSaid(`Copied. Anyone with the link can download the file${end}.`);
    } catch {
      // Without https a browser has no clipboard.
      setSaid(`Copy this link, which works${end}: ${address}`);
    }
  };
  return (
    <>
      <span role="status" className="muted small copied">
        {said}
      </span>
      <button type="button" aria-label={label} onClick={() => void copy()}>
        Copy link
      </button>
    </>
  );
}
