import { money, price } from '../../../parts/format.ts';

interface Line {
  readonly bidPrice?: string | null;
  readonly bidMultiplierCap?: string | null;
  readonly advertiser: { readonly currency: string };
}

/** What a factor makes of the line's bid, which its cap may hold back; undefined without a bid. */
export function multipliedBid(
  { bidPrice, bidMultiplierCap, advertiser }: Line,
  factor: number,
): string | undefined {
  if (!bidPrice) return undefined;
  const most = bidMultiplierCap ? Number(bidMultiplierCap) : Number.POSITIVE_INFINITY;
  const { currency } = advertiser;
  const bid = Number(bidPrice) * Math.min(factor, most);
  // Cents say enough, but not of a bid of a few cents, nor of one that is told to a part of a cent.
  const isFine = bid < 0.1 || price(bidPrice, currency) !== money(bidPrice, currency);
  return isFine ? price(bid, currency) : money(bid, currency);
}
