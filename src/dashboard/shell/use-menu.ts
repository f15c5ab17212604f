import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** The navigation on small screens: open until a page is chosen, also by Back, or Escape is pressed. */
export function useMenu(opener: { readonly current: HTMLElement | null }) {
  const address = useRouterState({ select: ({ location }) => location.href });
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === address;
  useEffect(() => {
    if (!isOpen) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpenAt(undefined);
      opener.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen, opener]);
  return { isOpen, setOpen: (isWanted: boolean) => setOpenAt(isWanted ? address : undefined) };
}
