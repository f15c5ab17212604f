import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { useWrite } from '../../api/use-write.ts';
import { type CreateReportInput, DashboardSaveReportDocument } from '../../generated/graphql.ts';

interface Props {
  readonly report: CreateReportInput;
  /** The service would take the report as it stands. */
  readonly isReady: boolean;
  readonly onSaved: () => void;
}

/** Saves the report under a name, so that it can be run again, by hand or on a schedule. */
export function SaveReport({ report, isReady, onSaved }: Props) {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const write = useWrite(DashboardSaveReportDocument);
  const refusal = write.data && outcomeOf(write.data.saveReport).refusal?.message;
  const said = write.error?.message ?? refusal;
  async function save() {
    const answer = await write.run({ input: { name, report } });
    if (!answer || outcomeOf(answer.saveReport).refusal) return;
    onSaved();
    void navigate({ to: '/reports' });
  }
  return (
    <>
      {said && (
        <span className="note bad" role="alert">
          {said}
        </span>
      )}
      <input
        aria-label="Save as"
        placeholder="Save as…"
        maxLength={255}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button
        type="button"
        disabled={!isReady || name.trim() === '' || write.isPending}
        onClick={() => void save()}
      >
        Save
      </button>
    </>
  );
}
