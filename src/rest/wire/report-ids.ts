import { DIMENSIONS, METRICS } from '../../domain/reporting/report/payload/catalogue.ts';
import { ignoreField } from '../../resources/define/ignored-fields.ts';
import { isRecord } from '../../resources/define/input.ts';
import type { Divergence, ObservedCall } from './divergence.ts';

/** The IDs and names that public clients use for the metrics whose IDs are specific to this service. */
const THEIRS = [
  { theirs: 2, ours: 10_001, name: 'CLICKS' },
  { theirs: 44, ours: 10_002, name: 'ADVERTISER_SPENDING' },
  { theirs: 23, ours: 10_003, name: 'CONVERSION' },
  { theirs: 138, ours: 10_005, name: 'ROAS' },
] as const;

/** A metric by ID, digits or name in capitals, as documented. Anything else is not changed. */
const OURS: ReadonlyMap<string, number> = new Map([
  ...METRICS.map(({ id, name }) => [name.toUpperCase().replaceAll(' ', '_'), id] as const),
  ...THEIRS.flatMap(({ theirs, ours, name }) => [[String(theirs), ours] as const, [name, ours] as const]),
]);
const ours = (metric: unknown): unknown => OURS.get(String(metric)) ?? metric;

const theirs = (metric: unknown): unknown => THEIRS.find((one) => one.ours === metric)?.theirs ?? metric;

const isWhole = (id: unknown): boolean => /^\d{1,15}$/.test(String(id));
const knownMetrics: ReadonlySet<string> = new Set(METRICS.map(({ id }) => String(id)));
const knownDimensions: ReadonlySet<string> = new Set(DIMENSIONS.map(({ id }) => String(id)));

/** Applies `change` to every `metricTypeId`, at any depth. */
function metricsIn(value: unknown, change: (metric: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => metricsIn(part, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === 'metricTypeId' ? change(part) : metricsIn(part, change),
    ]),
  );
}

function withOurIds({ ctx, body }: ObservedCall): unknown {
  if (!isRecord(body) || !isRecord(body.reportOption)) return body;
  const known = (name: string, ids: unknown, all: ReadonlySet<string>): object => {
    if (!Array.isArray(ids)) return {};
    const kept = ids.filter((id, at) => {
      const isKept = !isWhole(id) || all.has(String(id));
      if (!isKept) ignoreField(ctx, `reportOption.${name}[${at}]=${id}`);
      return isKept;
    });
    return { [name]: kept };
  };
  const payload = metricsIn(body, ours) as { reportOption: Record<string, unknown> };
  const { metricTypeIds, dimensionTypeIds } = payload.reportOption;
  const metrics = Array.isArray(metricTypeIds) ? metricTypeIds.map(ours) : metricTypeIds;
  return {
    ...payload,
    reportOption: {
      ...payload.reportOption,
      ...known('metricTypeIds', metrics, knownMetrics),
      ...known('dimensionTypeIds', dimensionTypeIds, knownDimensions),
    },
  };
}

function withTheirIds(payload: unknown): unknown {
  if (!isRecord(payload) || !isRecord(payload.reportOption)) return payload;
  const { metricTypeIds } = payload.reportOption;
  const metrics = Array.isArray(metricTypeIds) ? { metricTypeIds: metricTypeIds.map(theirs) } : {};
  return metricsIn({ ...payload, reportOption: { ...payload.reportOption, ...metrics } }, theirs);
}

export const reportIds: Divergence = {
  name: 'Metric IDs, names, and unknown IDs',
  differs:
    'Metric IDs 2, 44, 23 and 138 are clicks, spend, conversions and return on ad spend. `having` takes the name of a metric in capitals, such as `CLICKS` or `ADVERTISER_SPENDING`. Metric and dimension IDs that do not exist are dropped and named in `X-Ignored-Fields`; if no metric is left, or a filter names such a dimension, the report is refused.',
  sentBy: 'All clients that ask for reports: their lists of IDs are longer than the documented ones.',
  example: {
    documented: '"metricTypeIds": [1, 10001]',
    observed: '"metricTypeIds": [1, 2, 25]  with  X-Ignored-Fields: reportOption.metricTypeIds[2]=25',
  },
  requests: { 'POST /extreport': withOurIds },
};

const STATUSES: Readonly<Record<string, string>> = {
  SUBMITTED: 'Submitted',
  PROCESSING: 'Processing',
  SUCCESS: 'Success',
  FAILED: 'Failed',
};

function inTheirWords(report: unknown): unknown {
  if (!isRecord(report)) return report;
  const { status, requestPayload } = report;
  return {
    ...report,
    status: STATUSES[String(status)] ?? status,
    ...(requestPayload !== undefined && { requestPayload: JSON.stringify(withTheirIds(requestPayload)) }),
  };
}

export const reportStatus: Divergence = {
  name: 'Report status and requestPayload',
  differs:
    'A report is `Submitted`, `Processing`, `Success` or `Failed`, and `requestPayload` is text: the JSON of what was understood.',
  sentBy: 'The reporting scripts, which wait for `Success`, and the Java client, whose payload is a text.',
  example: {
    documented: '{"status": "SUCCESS", "requestPayload": {"dateTypeId": 2, … }}',
    observed: '{"status": "Success", "requestPayload": "{\\"dateTypeId\\":2, … }"}',
  },
  answers: { 'POST /extreport': inTheirWords, 'GET /extreport/:customerReportId': inTheirWords },
};

/** `domain/reporting/report/payload/headings.ts` writes them to reports of clients with the observed profile. */
export const reportHeadings: Divergence = {
  name: 'Headings of report files',
  differs:
    'The heading of a name is `<Dimension> Name`, also in the rows that GraphQL reads of such a report.',
  sentBy: 'The reporting scripts, which read columns by these headings.',
  example: {
    documented: 'Day,Campaign Id,Campaign,Impressions',
    observed: 'Day,Campaign Id,Campaign Name,Impressions',
  },
};
