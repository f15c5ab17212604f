import { useState } from 'react';
import { moment } from '../../../parts/format.ts';

const VALID_MS = 86_400_000;

interface Props {
  readonly address: string;
  readonly createdAt: string;
  /** Read out, where many buttons have one name. */
  readonly label?: string;
}

/** Copies the signed link to the file, which needs no account and expires. */
export function CopyLink({ address, createdAt, label }: Props) {
  const [said, setSaid] = useState('');
  const until = moment(new Date(Date.parse(createdAt) + VALID_MS).toISOString());
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setSaid(`Copied. Anyone with the link can download the file until ${until}.`);
    } catch {
      // Without https a browser has no clipboard.
      setSaid(`Copy this link, which works until ${until}: ${address}`);
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
