/**
 * Days are archived oldest first: events received before this time are in the files of `event_archive`, later ones are
 * rows of `event`. Both are read in one statement, so that a day is counted once.
 */
export const ARCHIVED_UNTIL = `(SELECT coalesce((max(day) + 1)::timestamp AT TIME ZONE 'UTC', '-infinity') FROM event_archive)`;

export const ARCHIVED_FILES = `ARRAY(SELECT unnest(files) FROM event_archive WHERE retired_at IS NULL ORDER BY 1)`;

/** The lease for writing and sweeping, which only one process does at a time. */
export const ARCHIVE_LEASE = { name: 'event-archive', lifeS: 60 };
export const ARCHIVE_FOLDER = 'events';
