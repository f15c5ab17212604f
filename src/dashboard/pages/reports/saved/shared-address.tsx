import type { ReactNode } from 'react';
import { moment } from '../../../parts/format.ts';
import { CopyAddress } from '../result/copy-address.tsx';

interface Props {
  /** Read out. */
  readonly label: string;
  readonly address: string;
  readonly until: string | null;
  /** Beside the button that copies it. */
  readonly children?: ReactNode;
}

/** The whole address, which a click selects, with its end and the button that copies it. */
export const SharedAddress = ({ label, address, until, children }: Props) => (
  <div className="shared-address">
    <textarea
      aria-label={label}
      readOnly
      rows={3}
      value={address}
      onFocus={({ target }) => target.select()}
    />
    <p className="row">
      {children}
      <CopyAddress address={address} until={until} />
    </p>
    {until && <p className="muted">It works until {moment(until)}.</p>}
  </div>
);
