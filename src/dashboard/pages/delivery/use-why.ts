import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { ALL_METRICS, type MetricName } from './metrics.ts';
import type { Subject } from './subject.ts';

/** What the address says about the panel "What changed". */
export const WHY_SEARCH = ['why', 'whyBy', 'whyIn'] as const;
type WhySearch = { readonly [name in (typeof WHY_SEARCH)[number]]?: string | undefined };

/** What is asked: a figure of the whole range, or of the step that begins on a day. */
export interface Asked {
  readonly metric: MetricName;
  readonly day: string | undefined;
}

const TYPES: readonly Subject['type'][] = ['Advertiser', 'Campaign', 'Line', 'Ad'];

export function askedIn(text: string | undefined): Asked | undefined {
  const [name, day] = text?.split('@') ?? [];
  const metric = ALL_METRICS.find((each) => each === name);
  return metric && { metric, day };
}

const textOf = ({ metric, day }: Asked): string => (day === undefined ? metric : `${metric}@${day}`);

/** What `Campaign:12` stands for. */
export function subjectIn(text: string | undefined): Subject | undefined {
  const [, name, id] = /^([A-Z][a-z]+):(\d{1,15})$/.exec(text ?? '') ?? [];
  const type = TYPES.find((each) => each === name);
  return type && id !== undefined ? { type, id } : undefined;
}

/** The panel as the address says it: a link opens it, and the way back closes it. */
export function useWhy() {
  const { why, whyBy, whyIn }: WhySearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { history } = useRouter();
  const isOpenedHere = useRef(false);
  const go = (change: WhySearch, replace: boolean) =>
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, ...change }),
      replace,
      resetScroll: false,
    });
  return {
    asked: askedIn(why),
    by: whyBy,
    within: subjectIn(whyIn),
    open: (asked: Asked) => {
      isOpenedHere.current = true;
      go({ why: textOf(asked), whyBy: undefined, whyIn: undefined }, false);
    },
    setFigure: (asked: Asked) => go({ why: textOf(asked) }, true),
    setPart: (by: string, within?: Subject) =>
      go({ whyBy: by, whyIn: within && `${within.type}:${within.id}` }, true),
    close: () => {
      // Else the way back would open it again.
      if (isOpenedHere.current) history.back();
      else go({ why: undefined, whyBy: undefined, whyIn: undefined }, true);
      isOpenedHere.current = false;
    },
  };
}

export type Why = ReturnType<typeof useWhy>;
