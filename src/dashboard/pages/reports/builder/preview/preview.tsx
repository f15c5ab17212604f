import { useMemo } from 'react';
import { request } from '../../../../api/request.ts';
import { useTried } from '../../../../api/use-dry-run.ts';
import { DashboardReportPreviewDocument } from '../../../../generated/graphql.ts';
import { number } from '../../../../parts/format.ts';
import { Waiting } from '../../../../parts/waiting.tsx';
import type { Owners } from '../../shape.ts';
import type { Catalog } from '../builder-fields.tsx';
import type { ReportDraft } from '../report-draft.ts';
import { conditionsOf, type Previewed, previewOf } from './preview-input.ts';
import { cellsOf, totalsIn } from './preview-rows.ts';
import { PreviewTable } from './preview-table.tsx';

interface Props {
  readonly draft: ReportDraft;
  readonly catalog: Pick<Catalog, 'dimensions' | 'metrics'>;
  readonly owners: Owners;
  /** The report as it stands cannot be made. */
  readonly isWrong: boolean;
}

interface Question {
  readonly draft: ReportDraft;
  readonly asked: Previewed;
}

/** The first rows of the report as it stands, read at once: no report is made for them. */
export function Preview({ draft, catalog, owners, isWrong }: Props) {
  const asked = useMemo(() => previewOf(draft, owners), [draft, owners]);
  const question = isWrong || 'reason' in asked ? undefined : { draft, asked };
  const tried = useTried('report preview', question, async (question: Question, signal) => {
    const { delivery } = await request(
      DashboardReportPreviewDocument,
      { input: question.asked.input },
      { signal },
    );
    return { ...question, delivery };
  });
  const { data, problem, isCurrent } = tried;
  const reason = 'reason' in asked ? asked.reason : undefined;
  const isShown = data !== undefined && question !== undefined;
  return (
    <section
      className="preview-box"
      aria-label="Preview"
      aria-busy={question !== undefined && !isCurrent && !problem}
    >
      <h3>Preview</h3>
      {isShown && <Found {...data} {...{ catalog, owners }} isStale={!isCurrent} />}
      {reason && !isWrong && (
        <>
          <p className="muted">{reason} It will have these columns:</p>
          <PreviewTable draft={draft} cells={[]} {...{ catalog, owners }} />
        </>
      )}
      {isWrong && <p className="muted">The rows are shown here once the choices above fit together.</p>}
      {problem && question && <p className="muted">{problem.message}</p>}
      {question && !isShown && !problem && <Waiting rows={6} />}
    </section>
  );
}

type FoundProps = Question &
  Pick<Props, 'catalog' | 'owners'> & {
    readonly delivery: Parameters<typeof totalsIn>[0] &
      Parameters<typeof cellsOf>[0] & { readonly totalCount: number };
    /** Something else is chosen by now. */
    readonly isStale: boolean;
  };

function Found({ draft, asked, delivery, isStale, ...rest }: FoundProps) {
  const cells = useMemo(() => cellsOf(delivery, draft), [delivery, draft]);
  const totals = useMemo(
    () => (asked.hasTotal && delivery.totalCount > 1 ? totalsIn(delivery, draft, asked.currency) : undefined),
    [delivery, draft, asked],
  );
  if (cells.length === 0)
    return (
      <p className="muted">
        {conditionsOf(draft).length > 0
          ? 'No row meets the conditions. Choose other days, or fewer conditions.'
          : 'Nothing was delivered in these days that matches the report. Choose other days, or fewer filters.'}
      </p>
    );
  return (
    <div className={isStale ? 'stale' : undefined}>
      <p className="muted small">
        {countText(cells.length, delivery.totalCount, draft)}
        {asked.isConverted &&
          ' Amounts are in US dollars here, in the currency of each advertiser in the report.'}
      </p>
      <PreviewTable
        draft={asked.isConverted ? { ...draft, currency: 4 } : draft}
        {...{ cells, totals }}
        {...rest}
      />
    </div>
  );
}

function countText(shown: number, all: number, draft: ReportDraft): string {
  const limit = Number(draft.limit) || Number.POSITIVE_INFINITY;
  if (conditionsOf(draft).length > 0) return 'The first rows that meet the conditions.';
  const count = Math.min(all, limit);
  return shown < count ? `The first ${shown} of ${number(count)} rows.` : `All ${number(count)} rows.`;
}
