import { seal, unseal } from '../../../platform/keys/crypto.ts';
import type { System } from '../../context.ts';

/** What a click ID contains about a click: the IDs of its ad and of the objects above it. */
export interface Click {
  readonly seatId: number;
  readonly advertiserId: number;
  readonly campaignId: number;
  readonly lineId: number;
  readonly adId: number;
}

/** A click as read from its ID. */
export interface MintedClick extends Click {
  /** Precise to the second; undefined for IDs that earlier versions created without it. */
  readonly clickedAt: Date | undefined;
}

const PURPOSE = 'click';
const OWNER = 'vmcid';
const NUMBERS = /^\d{1,10}(\.\d{1,10}){4,5}$/;

/**
 * Returns a click ID. It contains the click, encrypted with the master key: attributing a conversion needs no lookup,
 * the ID cannot be forged, and two IDs of one ad have nothing in common.
 */
export function mintVmcid(
  { masterKey, now }: Pick<System, 'masterKey' | 'now'>,
  click: Click,
  clickedAt = now(),
): string {
  const { seatId, advertiserId, campaignId, lineId, adId } = click;
  const seconds = Math.floor(clickedAt.getTime() / 1000);
  const plain = [seatId, advertiserId, campaignId, lineId, adId, seconds].join('.');
  return seal(plain, { masterKey, purpose: PURPOSE, owner: OWNER }).toString('base64url');
}

/** Returns the click that an ID contains, or undefined if this service did not create the ID. */
export function readVmcid({ masterKey }: Pick<System, 'masterKey'>, vmcid: string): MintedClick | undefined {
  const sealed = Buffer.from(vmcid, 'base64url');
  // A click has exactly one valid ID: spare bits, padding and invalid characters are refused.
  if (sealed.toString('base64url') !== vmcid) return undefined;
  const plain = open(sealed, masterKey);
  if (plain === undefined || !NUMBERS.test(plain)) return undefined;
  const [seatId = 0, advertiserId = 0, campaignId = 0, lineId = 0, adId = 0, seconds] = plain
    .split('.')
    .map(Number);
  const clickedAt = seconds === undefined ? undefined : new Date(seconds * 1000);
  return { seatId, advertiserId, campaignId, lineId, adId, clickedAt };
}

function open(sealed: Buffer, masterKey: Buffer): string | undefined {
  try {
    return unseal(sealed, { masterKey, purpose: PURPOSE, owner: OWNER });
  } catch {
    return undefined;
  }
}
