import { moment } from '../../../parts/format.ts';
import { CopyAddress } from '../result/copy-address.tsx';

interface Props {
  /** Read out. */
  readonly label: string;
  readonly address: string;
  readonly until: string | null;
}

/** The whole address, which a click selects, with its end and the button that copies it. */
export const SharedAddress = ({ label, address, until }: Props) => (
  <div className="shared-address">
    <textarea
      aria-label={label}
      readOnly
      rows={3}
      value={address}
      onFocus={({ target }) => target.select()}
    />
    <p className="row">
      <CopyAddress address={address} until={until} label={undefined} />
    </p>
    {until && <p className="muted">It works until {moment(until)}.</p>}
  </div>
);
