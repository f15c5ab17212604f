import type { ReactNode } from 'react';
import type { Read } from '../api/use-read.ts';
import { ProblemNote } from './problem-note.tsx';
import { ShowQuery } from './show-query.tsx';
import { Waiting } from './waiting.tsx';

interface Props<Data> {
  readonly title: string;
  readonly read: Read<Data>;
  readonly children: (data: Data) => ReactNode;
  /** Beside the title. */
  readonly actions?: ReactNode;
  /** Said instead of the content when there is none. */
  readonly empty?: (data: Data) => ReactNode | false;
  readonly className?: string;
  /** Read again so often that the reading is not announced. */
  readonly isSteady?: boolean;
}

/** A part of a page that has data of its own: waiting, empty, refused, offline, or there. */
export function Widget<Data>({
  title,
  read,
  children,
  actions,
  empty,
  className = '',
  isSteady,
}: Props<Data>) {
  const { data, error, isFetching, isPlaceholderData, fetchStatus } = read.result;
  const isReplaced = isPlaceholderData && fetchStatus === 'fetching';
  return (
    <section
      className={`widget ${className}`}
      aria-busy={isFetching && !(isSteady && data !== undefined)}
      aria-label={title}
    >
      <header className="widget-head">
        <h2>{title}</h2>
        <div className="widget-actions">
          {actions}
          <ShowQuery query={read.query} variables={read.variables} title={title} />
        </div>
      </header>
      <Trying read={read} />
      {isReplaced && (
        <p className="replaced" aria-hidden="true">
          <span>Loading</span>
        </p>
      )}
      <WidgetBody read={read}>
        {data !== undefined && (
          <div className={isReplaced ? 'stale' : undefined}>
            {error && <ProblemNote read={read} small />}
            {(empty?.(data) && <p className="empty">{empty(data)}</p>) || children(data)}
          </div>
        )}
      </WidgetBody>
    </section>
  );
}

/** One failure is waited for without a word; whoever waits longer is told what for. */
function Trying<Data>({ read }: { readonly read: Read<Data> }) {
  const { failureCount, failureReason, error, fetchStatus, isPlaceholderData } = read.result;
  const isOffline = fetchStatus === 'paused';
  if (error || (!isOffline && failureCount < 2)) return null;
  return (
    <p className="note warn" role="status">
      {isOffline
        ? `You are offline.${isPlaceholderData ? ' This is what was shown before.' : ''}`
        : `${failureReason?.message} Trying again.`}
    </p>
  );
}

function WidgetBody<Data>({ read, children }: { read: Read<Data>; children: ReactNode }) {
  const { data, error, fetchStatus } = read.result;
  if (data !== undefined) return children;
  if (fetchStatus === 'paused') return null;
  return error ? <ProblemNote read={read} /> : <Waiting />;
}
