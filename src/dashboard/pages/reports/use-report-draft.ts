import { useEffect, useState } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { request } from '../../api/request.ts';
import { type CreateReportInput, DashboardCreateReportDocument } from '../../generated/graphql.ts';
import { BIDDING } from './choices.ts';

const PAUSE_MS = 250;

export interface ReportDraft {
  readonly range: number;
  readonly interval: number;
  readonly dimensions: readonly number[];
  readonly metrics: readonly number[];
  readonly timezone: string;
  readonly currency: number;
  readonly isBidding: boolean;
  readonly limit: string;
  readonly having: { readonly metric: number; readonly type: string; readonly value: string } | undefined;
}

export const FIRST_DRAFT: ReportDraft = {
  range: 4,
  interval: 2,
  dimensions: [4],
  metrics: [1, 10001, 10002],
  timezone: '',
  currency: 4,
  isBidding: false,
  limit: '',
  having: undefined,
};

export function inputOf(draft: ReportDraft): CreateReportInput {
  const { range, interval, dimensions, metrics, timezone, currency, isBidding, limit, having } = draft;
  return {
    dateTypeId: range,
    intervalTypeId: interval,
    ...(isBidding && { dataSource: BIDDING }),
    ...(limit && { limitSpec: { limit: Number(limit) } }),
    reportOption: {
      dimensionTypeIds: [...dimensions],
      metricTypeIds: [...metrics],
      currency,
      ...(timezone && { timezone }),
      ...(having?.value && {
        having: { metricTypeId: having.metric, type: having.type, value: having.value },
      }),
    },
  };
}

/** What the service says against the report as it stands, asked as one chooses; empty if nothing. */
export function useRefusal(draft: ReportDraft): readonly string[] {
  const [messages, setMessages] = useState<readonly string[]>([]);
  useEffect(() => {
    const asked = new AbortController();
    const timer = setTimeout(() => {
      const variables = { input: inputOf(draft), validateOnly: true };
      request(DashboardCreateReportDocument, variables, asked)
        .then(({ createReport }) => {
          const { refusal } = outcomeOf(createReport);
          const { issues = new Map<string, string>(), message = '' } = refusal ?? {};
          setMessages(issues.size > 0 ? [...issues.values()] : message ? [message] : []);
        })
        .catch((error: Error) => asked.signal.aborted || setMessages([error.message]));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [draft]);
  return messages;
}
