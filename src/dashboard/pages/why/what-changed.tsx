import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/fields/choice.tsx';
import { days as dayNames, minute } from '../../parts/format.ts';
import { usePageZone } from '../../parts/period/zone.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { titleOf } from '../delivery/metrics.ts';
import type { Subject } from '../delivery/subject.ts';
import { MoverTable } from './mover-table.tsx';
import { ADDED, addedOf, DIMENSION_NAMES, dimensionsOf, type Question } from './question.ts';
import { useMovers } from './use-movers.ts';

interface Props {
  readonly question: Question;
  readonly onClose: () => void;
}

/** Why a figure changed: what it is made of, by the difference between both ranges, each with its reasons. */
export function WhatChanged({ question, onClose }: Props) {
  const { days, until } = question;
  const against = dayNames(question.compared.start, question.compared.end);
  const zone = usePageZone();
  return (
    <Dialog title={`What changed, ${dayNames(days.start, days.end)}`} wide onClose={onClose}>
      <div className="stack">
        <p className="muted">
          Compared with {against}
          {until && ` until ${minute(until, zone)}, the same hours`}.
        </p>
        <Answer question={question} />
      </div>
    </Dialog>
  );
}

function Answer({ question: asked }: { readonly question: Question }) {
  const [within, setWithin] = useState<{ readonly subject: Subject; readonly name: string }>();
  const question = within ? { ...asked, subject: within.subject } : asked;
  const dimensions = dimensionsOf(question);
  const [chosen, setChosen] = useState<string>();
  const [metric, setMetric] = useState(addedOf(asked.metric));
  const by = dimensions.find((name) => name === chosen) ?? dimensions[0] ?? 'LINE';
  const timezone = usePageZone();
  const { read, movers, totals, changes, isSearching, end } = useMovers(question, {
    ...{ by, metric, timezone },
  });
  const { error } = read.result;
  return (
    <>
      <div className="row">
        <Choice
          label="Figure"
          value={metric}
          choices={ADDED.map((name) => [name, titleOf(name)])}
          onChoose={(name) => setMetric(ADDED.find((each) => each === name) ?? metric)}
        />
        <Choice
          label="By"
          value={by}
          choices={dimensions.map((name) => [name, `By ${DIMENSION_NAMES[name].toLowerCase()}`])}
          onChoose={setChosen}
        />
        {within && (
          <button type="button" className="small" onClick={() => setWithin(undefined)}>
            <bdi>{within.name}</bdi>
            <span aria-hidden="true">×</span>
            <span className="visually-hidden">: show all</span>
          </button>
        )}
        {isSearching && (
          <span className="muted" role="status">
            Looking for changes
          </span>
        )}
      </div>
      {error ? (
        <ProblemNote read={read} />
      ) : movers && totals ? (
        <MoverTable
          {...{ question, by, metric, movers, totals, end }}
          changes={changes ?? []}
          isDone={!isSearching}
          timeZone={timezone}
          onWithin={(subject, name) => {
            setWithin({ subject, name });
            setChosen('LINE');
          }}
        />
      ) : (
        <Waiting rows={6} />
      )}
    </>
  );
}
