import { useNavigate, useSearch } from '@tanstack/react-router';
import { useViewer } from '../../shell/viewer.ts';

/** The value of `currency` in the address for amounts as each advertiser has them. */
export const OWN_CURRENCY = 'own';

/** The currency of a page's amounts: the seat's, or null for that of each advertiser. */
export function usePageCurrency() {
  const { currency: chosen }: { currency?: string | undefined } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { seat } = useViewer();
  const isOwn = chosen === OWN_CURRENCY;
  return {
    currency: isOwn ? null : seat.currency,
    seatCurrency: seat.currency,
    isOwn,
    setOwn: (own: boolean) =>
      void navigate({
        to: '.',
        search: (old: object) => ({ ...old, currency: own ? OWN_CURRENCY : undefined }),
        resetScroll: false,
      }),
  };
}
