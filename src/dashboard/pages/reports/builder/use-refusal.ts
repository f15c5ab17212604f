import { outcomeOf, type Refused } from '../../../api/outcome.ts';
import { useDryRun } from '../../../api/use-dry-run.ts';
import { DashboardCreateReportDocument } from '../../../generated/graphql.ts';
import { isNumber, isWhole, NUMBER_WANTED, WHOLE_NUMBER_WANTED } from '../../../parts/fields/numbers.ts';
import { issueAt } from '../../../parts/issue.ts';
import { isBidOnly } from './bidding.ts';
import { CHOSEN_DAYS } from './choices.ts';
import { inputOf, type ReportDraft } from './report-draft.ts';

/** Fields of a report's payload by their names on the page. */
const CALLED: Readonly<Record<string, string>> = {
  startDate: 'First day',
  endDate: 'Last day',
  'limitSpec.limit': 'Row limit',
  'reportOption.metricTypeIds': 'Measure',
  'reportOption.dimensionTypeIds': 'Group by',
  'reportOption.timezone': 'Time zone',
};

const wordsIn = ({ issues, message }: Refused): readonly string[] =>
  issues.size > 0 ? [...issues].map(([path, text]) => issueAt(path, text, CALLED[path])) : [message];

/** What cannot be sent, by its fields, with what to do. */
export interface Wrong {
  readonly limit?: string;
  readonly having?: string;
  readonly days?: string;
  readonly measures?: string;
  readonly groups?: string;
}

export function wrongIn(draft: ReportDraft): Wrong {
  const { limit, having } = draft;
  const days = wrongDays(draft);
  const measures = wrongMeasures(draft);
  const groups = draft.isBidding && draft.dimensions.length === 0;
  return {
    ...(limit.trim() !== '' && !isWhole(limit) && { limit: WHOLE_NUMBER_WANTED }),
    ...(having.some(({ value }) => value.trim() !== '' && !isNumber(value)) && { having: NUMBER_WANTED }),
    ...(days && { days }),
    ...(measures && { measures }),
    ...(groups && { groups: 'Group bidding data by advertiser, campaign, line or package.' }),
  };
}

function wrongDays({ range, start, end }: ReportDraft): string | undefined {
  if (range !== CHOSEN_DAYS) return undefined;
  if (start === '' || end === '') return 'Choose the first and the last day.';
  return end < start ? 'The last day is before the first.' : undefined;
}

function wrongMeasures({ metrics, isBidding }: ReportDraft): string | undefined {
  if (metrics.length === 0) return 'Choose at least one measure.';
  return isBidding && !metrics.some(isBidOnly)
    ? 'Choose a measure of bidding, such as the average win rate, or leave bidding data out.'
    : undefined;
}

/** What the service says against the report as it stands, asked as one chooses. */
export function useRefusal(draft: ReportDraft) {
  const wrong = wrongIn(draft);
  const isSendable = Object.keys(wrong).length === 0;
  const tried = useDryRun(DashboardCreateReportDocument, isSendable ? { input: inputOf(draft) } : undefined);
  const { data, isCurrent, problem } = tried;
  const beforehand = [wrong.days, wrong.groups, wrong.measures].filter((text) => text !== undefined);
  if (!isSendable) return { tried, said: beforehand, wrong, isReady: false };
  if (problem) return { tried, said: [problem.message], wrong, isReady: false };
  const { refusal } = data ? outcomeOf(data.createReport) : {};
  if (!refusal) return { tried, said: [], wrong, isReady: isCurrent };
  return { tried, said: wordsIn(refusal), wrong, isReady: false };
}
