import { DIMENSIONS, METRICS, type Metric } from '../../domain/reporting/report/payload/catalogue.ts';
import { MAX_PARTS } from '../../domain/reporting/report/payload/fields.ts';
import { textOf } from '../../platform/text/typed.ts';
import { ignoreField } from '../../resources/define/ignored-fields.ts';
import { isRecord } from '../../resources/define/input.ts';
import type { Divergence, ObservedCall } from './divergence.ts';

/** An ID and a name that clients of the observed profile use, and the documented ID. */
interface ObservedId {
  readonly observed: number;
  readonly name: string;
  readonly documented: number;
}

const OBSERVED_METRICS: readonly ObservedId[] = [
  { observed: 2, name: 'CLICKS', documented: 10_001 },
  { observed: 11, name: 'CTR', documented: 10_006 },
  { observed: 23, name: 'CONVERSION', documented: 10_003 },
  { observed: 41, name: 'CPC', documented: 10_008 },
  { observed: 43, name: 'CPA', documented: 10_009 },
  { observed: 44, name: 'ADVERTISER_SPENDING', documented: 10_002 },
  { observed: 45, name: 'ADVERTISER_ECPM', documented: 10_007 },
  { observed: 110, name: 'CLICK_THROUGH_CONVERSION', documented: 10_010 },
  { observed: 137, name: 'CONVERSION_VALUE', documented: 10_004 },
  { observed: 138, name: 'ROAS', documented: 10_005 },
];
const OBSERVED_DIMENSIONS: readonly ObservedId[] = [
  { observed: 7, name: 'AD', documented: 10_001 },
  { observed: 8, name: 'CREATIVE', documented: 10_002 },
  { observed: 63, name: 'LINE_TYPE', documented: 10_003 },
];

type Entry = Pick<Metric, 'id' | 'name'>;
type Change = (id: unknown) => unknown;

/** How the IDs of one kind are changed in a payload: `list` is where they are requested, `one` where they are used. */
const KINDS = [
  { list: 'metricTypeIds', one: 'metricTypeId', ...changes(OBSERVED_METRICS, METRICS) },
  { list: 'dimensionTypeIds', one: 'dimensionTypeId', ...changes(OBSERVED_DIMENSIONS, DIMENSIONS) },
] as const;

/** An ID is a number, digits or a name in capitals. Anything else is not changed. */
function changes(table: readonly ObservedId[], catalogue: readonly Entry[]) {
  const documented = new Map<string, number>([
    ...catalogue.map(({ id, name }) => [name.toUpperCase().replaceAll(' ', '_'), id] as const),
    ...table.flatMap(({ observed, documented, name }) => [
      [String(observed), documented] as const,
      [name, documented] as const,
    ]),
  ]);
  const observed = new Map<unknown, number>(table.map(({ observed, documented }) => [documented, observed]));
  const known = new Set(catalogue.map(({ id }) => String(id)));
  return {
    toDocumented: (id: unknown): unknown => documented.get(textOf(id)) ?? id,
    toObserved: (id: unknown): unknown => observed.get(id) ?? id,
    /** Whether it is an ID that has no data. */
    isWithoutData: (id: unknown): boolean => /^\d{1,15}$/.test(textOf(id)) && !known.has(textOf(id)),
  };
}

/** Changes the IDs of a payload: the two lists of `reportOption`, and each use at any depth. */
function withIds(payload: unknown, changeOf: (kind: (typeof KINDS)[number]) => Change): unknown {
  const uses = new Map<string, Change>(KINDS.map((kind) => [kind.one, changeOf(kind)]));
  const lists = new Map<string, Change>(KINDS.map((kind) => [kind.list, changeOf(kind)]));
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        const list = lists.get(name);
        if (list && Array.isArray(part)) return [name, part.map(list)];
        return [name, uses.get(name)?.(part) ?? walk(part)];
      }),
    );
  };
  return walk(payload);
}

const named = (table: readonly ObservedId[], catalogue: readonly Entry[]): string =>
  table
    .map(({ observed, documented }) => `${observed} ${catalogue.find(({ id }) => id === documented)?.name}`)
    .join(', ');

export const reportIds: Divergence = {
  name: 'IDs and names of metrics and dimensions',
  differs: `These IDs stand for the ones above 10000: the metrics ${named(OBSERVED_METRICS, METRICS)}, and the dimensions ${named(OBSERVED_DIMENSIONS, DIMENSIONS)}. They can be used in \`metricTypeIds\`, \`dimensionTypeIds\`, \`filterOptions\`, \`having\` and \`columns\`, and \`requestPayload\` returns them. \`having\` and \`columns\` also take the name of a metric in capitals: ${OBSERVED_METRICS.map(({ name }) => `\`${name}\``).join(', ')}, or the name in the catalogue. CTR is a fraction, as the win rate is, without a percent sign: 7 clicks for 100 impressions are \`0.070000\`.`,
  sentBy: 'All clients that ask for reports: their lists of IDs are longer than the documented ones.',
  example: {
    documented: '"metricTypeIds": [1, 10001, 10006], "dimensionTypeIds": [6, 10001]',
    observed: '"metricTypeIds": [1, 2, 11], "dimensionTypeIds": [6, 7]',
  },
  requests: { 'POST /extreport': ({ body }) => withIds(body, ({ toDocumented }) => toDocumented) },
};

/** Leaves IDs without data out of the two lists. Runs after `reportIds`, so the IDs are those of the catalogue. */
function withoutIgnored({ ctx, body, ignoreIds }: ObservedCall): unknown {
  if (!isRecord(body) || !isRecord(body.reportOption)) return body;
  const reportOption = { ...body.reportOption };
  const ignored = { metricTypeIds: new Set<number>(), dimensionTypeIds: new Set<number>() };
  for (const { list, isWithoutData } of KINDS) {
    const ids = reportOption[list];
    // A list that is too long is refused as a whole.
    if (!Array.isArray(ids) || ids.length > MAX_PARTS) continue;
    reportOption[list] = ids.filter((id, at) => {
      if (!isWithoutData(id)) return true;
      ignoreField(ctx, `reportOption.${list}[${at}]=${id}`);
      ignored[list].add(Number(id));
      return false;
    });
  }
  const { metricTypeIds, dimensionTypeIds } = ignored;
  ignoreIds({ metricTypeIds: [...metricTypeIds], dimensionTypeIds: [...dimensionTypeIds] });
  return { ...body, reportOption };
}

export const idsWithoutData: Divergence = {
  name: 'Metrics and dimensions without data',
  differs:
    'A report that requests metrics or dimensions without data along with others is made without them. `X-Ignored-Fields` names their IDs, and so does `ignoredIds` in the status of the report. These are all IDs that are not in the catalogue, such as the dimensions 1 (publisher), 9 (domain), 34 (device type), 39 and 47 (subdomain), the metrics 25 to 29 (video views), and metric 109: conversions are attributed by clicks, so those after a view are not measured. A report is refused if `metricTypeIds` or `dimensionTypeIds` has only such IDs, or if a filter, a condition or a sort column uses one: it would be a different report.',
  sentBy: 'All clients that ask for reports, with a fixed list of IDs.',
  example: {
    documented: '400 reportOption.metricTypeIds[1] must be a known metric ( … )',
    observed:
      '200 X-Ignored-Fields: reportOption.metricTypeIds[1]=25  and later  "ignoredIds": {"metricTypeIds": [25], "dimensionTypeIds": []}',
  },
  requests: { 'POST /extreport': withoutIgnored },
  answers: {
    'GET /extreport/:customerReportId': (report, { ignoredIds }) =>
      isRecord(report) && ignoredIds ? { ...report, ignoredIds } : report,
  },
};

const STATUSES: Readonly<Record<string, string>> = {
  SUBMITTED: 'Submitted',
  PROCESSING: 'Processing',
  SUCCESS: 'Success',
  FAILED: 'Failed',
};

function observedReport(report: unknown): unknown {
  if (!isRecord(report)) return report;
  const { status, requestPayload } = report;
  return {
    ...report,
    status: STATUSES[String(status)] ?? status,
    ...(requestPayload !== undefined && {
      requestPayload: JSON.stringify(withIds(requestPayload, ({ toObserved }) => toObserved)),
    }),
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
  answers: { 'POST /extreport': observedReport, 'GET /extreport/:customerReportId': observedReport },
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
