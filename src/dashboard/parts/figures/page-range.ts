import { useLayoutEffect } from 'react';
import type { Days } from '../period/days.ts';

/** The element that the pages are shown in. */
const CONTENT = 'content';

/** Says on `main` which days, zone and currency the page's figures are about. */
export function usePageRange({
  days,
  timeZone,
  currency,
}: {
  readonly days: Days | undefined;
  readonly timeZone: string;
  readonly currency: string | undefined;
}): void {
  const { start, end } = days ?? {};
  useLayoutEffect(() => {
    const { dataset } = document.getElementById(CONTENT) ?? {};
    if (!dataset) return;
    const told = { from: start, to: end, timezone: timeZone, currency };
    for (const [name, value] of Object.entries(told)) if (value) dataset[name] = value;
    return () => {
      for (const name of Object.keys(told)) delete dataset[name];
    };
  }, [start, end, timeZone, currency]);
}
