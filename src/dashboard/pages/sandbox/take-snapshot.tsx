import { type FormEvent, useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { DashboardTakeSnapshotDocument } from '../../generated/graphql.ts';
import { Said } from './move-clock.tsx';
import { refusalText } from './refusal-text.ts';

/** What the service takes as the name of a snapshot. */
const NAME = /^[a-z0-9_-]{1,40}$/;
/** As many snapshots as the service keeps. */
const MAX = 20;

interface Props {
  /** The names of the snapshots that there are. */
  readonly known: readonly string[];
  readonly onTaken: () => void;
}

/** Keeps the sandbox as it is now. A name that is there already is told before it is replaced. */
export function TakeSnapshot({ known, onTaken }: Props) {
  const [name, setName] = useState('');
  const write = useWrite(DashboardTakeSnapshotDocument);
  const isName = NAME.test(name);
  const isKnown = known.includes(name);
  const isFull = known.length >= MAX && !isKnown;
  async function take(event: FormEvent) {
    event.preventDefault();
    const answer = await write.run({ input: { name } });
    if (!answer || refusalText(answer.takeSandboxSnapshot)) return;
    setName('');
    onTaken();
  }
  return (
    <form className="row" onSubmit={(event) => void take(event)}>
      <Said
        text={
          name !== '' && !isName
            ? 'Up to 40 of a–z, 0–9, _ and - make a name.'
            : (write.error?.message ?? refusalText(write.data?.takeSandboxSnapshot))
        }
      />
      {isFull && <span className="muted">There are {MAX}, the most: remove one first.</span>}
      <input
        aria-label="Snapshot name"
        placeholder="before-launch"
        aria-invalid={name !== '' && !isName}
        value={name}
        onChange={({ target }) => {
          setName(target.value.trim());
          write.reset();
        }}
      />
      <button type="submit" className="primary" disabled={!isName || isFull || write.isPending}>
        {write.isPending ? 'Taking the snapshot…' : isKnown ? 'Replace snapshot' : 'Take snapshot'}
      </button>
    </form>
  );
}
