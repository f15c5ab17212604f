import { wallTime } from '../../../../edit/zoned.ts';
import type { DashboardReportPreviewQuery } from '../../../../generated/graphql.ts';
import { figureOf, full, type Sums, sumsOf } from '../../../../parts/figures/metrics.ts';
import { measureOf } from '../measures.ts';
import type { ReportDraft } from '../report-draft.ts';
import { conditionsOf, isMet, MOST_ROWS } from './preview-input.ts';

type Answer = DashboardReportPreviewQuery['delivery'];
type Node = Answer['nodes'][number];

/** What is neither a sum nor a ratio of the pages' figures counts conversions: they all follow a click. */
function figureIn(id: number, sums: Sums): number | null {
  const { metric } = measureOf(id);
  return metric ? figureOf(metric, sums) : sums.conversions;
}

function namesIn(node: Node, dimension: number): readonly [id: string, name: string] {
  switch (dimension) {
    case 4:
      return [String(node.advertiser?.databaseId ?? ''), node.advertiser?.name ?? ''];
    case 5:
      return [String(node.campaign?.databaseId ?? ''), node.campaign?.name ?? ''];
    case 6:
      return [String(node.line?.databaseId ?? ''), node.line?.name ?? ''];
    case 10001:
      return [String(node.ad?.databaseId ?? ''), node.ad?.name ?? ''];
    case 19:
      return [node.country?.code ?? '', node.country?.name ?? ''];
    default:
      return [String(node.package?.id ?? '').replace(/^.*:/, ''), node.package?.name ?? ''];
  }
}

const textOf = (figure: number | null): string => (figure === null ? '' : String(figure));

/** The rows as they stand in the report: time, an ID and a name for each group, and the measures. */
export function cellsOf(
  { nodes }: Pick<Answer, 'nodes'>,
  draft: ReportDraft,
): readonly (readonly string[])[] {
  const conditions = conditionsOf(draft);
  return nodes
    .map((node) => ({ node, sums: sumsOf(node.delivery) }))
    .filter(({ sums }) => conditions.every((each) => isMet(each, figureIn(each.metric, sums))))
    .slice(0, MOST_ROWS)
    .map(({ node, sums }) => [
      ...(node.start ? [wallTime(node.start, draft.timezone || 'UTC')] : []),
      ...draft.dimensions.flatMap((id) => namesIn(node, id)),
      ...draft.metrics.map((id) => textOf(figureIn(id, sums))),
    ]);
}

/** The totals as they are written. */
export const totalsIn = ({ totals }: Pick<Answer, 'totals'>, draft: ReportDraft, currency: string) =>
  draft.metrics.map((id) => ({
    figures: [full(figureIn(id, sumsOf(totals)), measureOf(id).kind, currency)],
  }));
