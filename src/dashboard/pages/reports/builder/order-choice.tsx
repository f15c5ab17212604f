import { Choice } from '../../../parts/fields/choice.tsx';
import { lower } from '../../../parts/words.ts';
import type { Entry } from './choices.ts';
import { orderOf, type ReportDraft } from './report-draft.ts';

interface Props {
  readonly draft: ReportDraft;
  readonly metrics: readonly Entry[];
  readonly onChange: (order: ReportDraft['order']) => void;
}

/** Beside a limit: which rows it leaves. */
export function OrderChoice({ draft, metrics, onChange }: Props) {
  const order = orderOf(draft);
  const chosen = metrics.filter(({ id }) => draft.metrics.includes(id));
  if (!order || draft.limit.trim() === '') return null;
  const choices = chosen.flatMap(({ id, name }) => [
    [`${id}:desc`, `most ${lower(name)}`] as const,
    [`${id}:asc`, `least ${lower(name)}`] as const,
  ]);
  return (
    <fieldset className="having">
      <legend>Rows with the</legend>
      <Choice
        label="Rows that the limit keeps"
        value={`${order.metric}:${order.isAscending ? 'asc' : 'desc'}`}
        choices={choices}
        onChoose={(value) => {
          const [metric, direction] = value.split(':');
          onChange({ metric: Number(metric), isAscending: direction === 'asc' });
        }}
      />
    </fieldset>
  );
}
