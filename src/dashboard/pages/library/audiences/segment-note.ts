/** What a segment is for, and what its number is. */
export const EVENTS_NOTE =
  'Counted are stored events, not people: one person can have several. Partners read segments and bid on them; lines of this service do not target them.';
