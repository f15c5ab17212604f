import { CopyAddress } from './copy-address.tsx';

const VALID_MS = 86_400_000;

/** When the signed link to the file of a report ends. */
export const validUntil = (createdAt: string): string =>
  new Date(Date.parse(createdAt) + VALID_MS).toISOString();

interface Props {
  readonly address: string;
  readonly createdAt: string;
  /** Read out, where many buttons have one name. */
  readonly label?: string;
}

/** Copies the signed link to the file of one report, which works for a day. */
export const CopyLink = ({ address, createdAt, label }: Props) => (
  <CopyAddress address={address} until={validUntil(createdAt)} label={label} />
);
