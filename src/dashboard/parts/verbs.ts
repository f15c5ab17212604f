/** What sets a status, on buttons and in lists of changes. */
export const VERBS = { PAUSED: 'Pause', ACTIVE: 'Activate', INACTIVE: 'Deactivate' } as const;
