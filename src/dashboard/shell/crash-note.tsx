import type { ErrorComponentProps } from '@tanstack/react-router';

/** What a page shows when it fails in a way that nobody foresaw. */
export function CrashNote({ error }: ErrorComponentProps) {
  return (
    <div className="page">
      <div className="note bad" role="alert">
        <strong>This page could not be shown</strong>
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </div>
    </div>
  );
}
