import { useState } from 'react';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Choice } from '../../parts/fields/choice.tsx';
import { days as dayNames, minute } from '../../parts/format.ts';
import { usePageZone } from '../../parts/period/zone.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { titleOf } from '../delivery/metrics.ts';
import type { Why } from '../delivery/use-why.ts';
import { MoverTable } from './mover-table.tsx';
import { ADDED, addedOf, DIMENSION_NAMES, dimensionsOf, type Question } from './question.ts';
import { useMovers } from './use-movers.ts';

interface Props {
  readonly question: Question;
  /** What is asked, as the address says it. */
  readonly why: Why;
}

/** Why a figure changed: what it is made of, by the difference between both ranges, each with its reasons. */
export function WhatChanged({ question, why }: Props) {
  const { days, until } = question;
  const against = dayNames(question.compared.start, question.compared.end);
  const zone = usePageZone();
  return (
    <Dialog title={`What changed, ${dayNames(days.start, days.end)}`} wide onClose={why.close}>
      <div className="stack">
        <p className="muted">
          Compared with {against}
          {until && ` until ${minute(until, zone)}, the same hours`}.
        </p>
        <Answer question={question} why={why} />
      </div>
    </Dialog>
  );
}

function Answer({ question: asked, why }: Props) {
  // The name of what a link leads into is not known.
  const [name, setName] = useState<string>();
  const { within } = why;
  const question = within ? { ...asked, subject: within } : asked;
  const dimensions = dimensionsOf(question);
  const metric = addedOf(asked.metric);
  const by = dimensions.find((each) => each === why.by) ?? dimensions[0] ?? 'LINE';
  const timezone = usePageZone();
  const { read, movers, totals, changes, parts, isSearching, hasMore, since, end } = useMovers(question, {
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
          onChoose={(name) =>
            why.setFigure({
              metric: ADDED.find((each) => each === name) ?? metric,
              day: why.asked?.day,
            })
          }
        />
        <Choice
          label="By"
          value={by}
          choices={dimensions.map((name) => [name, `By ${DIMENSION_NAMES[name].toLowerCase()}`])}
          onChoose={(name) => why.setPart(name, within)}
        />
        {within && (
          <button type="button" className="small" onClick={() => why.setPart(by)}>
            <bdi>{name ?? `${within.type} ${within.id}`}</bdi>
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
          {...{ question, by, metric, movers, totals, parts, since, end }}
          changes={changes ?? []}
          isDone={!isSearching && !hasMore}
          timeZone={timezone}
          onWithin={(subject, name) => {
            setName(name);
            why.setPart('LINE', subject);
          }}
        />
      ) : (
        <Waiting rows={6} />
      )}
    </>
  );
}
