import type { ReactNode } from 'react';
import type { Kind, MetricName } from './metrics.ts';
import { unitOf } from './metrics.ts';
import type { Scope } from './scope.ts';

interface Props {
  readonly metric: MetricName | undefined;
  readonly kind: Kind;
  /** Unrounded; null where there is none. */
  readonly value: number | string | null;
  readonly currency: string;
  readonly scope?: Scope;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Attributes that say what a figure is, so that programs can compare what is shown with what the service answers. */
export const figureData = ({ metric, kind, value, currency, scope = {} }: Omit<Props, 'children'>) => ({
  'data-metric': metric,
  'data-value': value === null ? '' : String(value),
  'data-unit': unitOf(kind, currency),
  'data-node': scope.node,
  'data-country': scope.country,
  'data-package': scope.package,
  'data-hour': scope.hour,
  'data-weekday': scope.weekday,
  'data-from': scope.from,
  'data-to': scope.to,
  'data-timezone': scope.timezone,
  'data-until': scope.until,
  'data-compared': scope.compared ? '' : undefined,
});

/** A figure of delivery as it is written, with what it is. */
export function Figure({ className, children, ...figure }: Props) {
  return (
    <span className={className} {...figureData(figure)}>
      {children}
    </span>
  );
}
