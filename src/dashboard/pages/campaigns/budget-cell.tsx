import type { ReactNode } from 'react';
import { ValueForm } from '../../edit/value-form.tsx';
import { type DashboardCampaignsQuery, DashboardUpdateCampaignDocument } from '../../generated/graphql.ts';
import { money, percent } from '../../parts/format.ts';
import { BudgetBar } from '../list/cells/budget-bar.tsx';
import { CellEdit } from '../list/cells/cell-edit.tsx';

interface Props {
  readonly campaign: DashboardCampaignsQuery['campaigns']['nodes'][number];
}

const FIELDS = [
  { name: 'budget', isNumber: true, isMoney: true },
  { name: 'dailyBudget', label: 'Most per day', isNumber: true, isMoney: true },
] as const;

/** What the budget is for, beside its amount. */
const PERIODS: Readonly<Record<string, string>> = { DAILY: ' today', MONTHLY: ' this month' };

/** The budget, which is changed in its row, and how much of it is spent: of its day, of its month or of the whole campaign. */
export function BudgetCell({ campaign }: Props) {
  const { budget, budgetType, budgetSpent, advertiser } = campaign;
  const text = budget ? money(budget, advertiser.currency, { maximumFractionDigits: 0 }) : 'No budget';
  const share =
    budget && budgetSpent ? Number(budgetSpent.amount) / Math.max(Number(budget), Number.EPSILON) : undefined;
  return (
    <div className="budget">
      <Edited campaign={campaign} text={text}>
        <span className={budget ? undefined : 'muted'}>{text}</span>
      </Edited>
      {share !== undefined && (
        <>
          <BudgetBar spent={share} isWarning={share >= 1} />
          <span className={`cell-note ${share >= 1 ? 'warned' : ''}`}>
            {percent(share, 0)} spent{PERIODS[budgetType ?? '']}
          </span>
        </>
      )}
    </div>
  );
}

interface EditedProps extends Props {
  readonly text: string;
  readonly children: ReactNode;
}

const Edited = ({ campaign, text, children }: EditedProps) => (
  <CellEdit
    what="Budget"
    name={campaign.name}
    text={text}
    form={(close) => (
      <ValueForm
        row={campaign}
        fields={FIELDS}
        currency={campaign.advertiser.currency}
        document={DashboardUpdateCampaignDocument}
        resultOf={({ updateCampaign }) => updateCampaign}
        inputOf={(values, { id, updatedAt }) => ({ ...values, id, updatedAt })}
        onDone={close}
      />
    )}
  >
    {children}
  </CellEdit>
);
