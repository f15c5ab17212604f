import { createContext, useCallback, useContext, useEffect, useState } from 'react';

/** Unsaved drafts, one mark for each. */
export type Drafts = Set<object>;

const everywhere: Drafts = new Set();
/** Those of one dialog, which asks before it closes. */
export const DialogDrafts = createContext<Drafts>(everywhere);

export const hasUnsaved = (drafts: Drafts = everywhere): boolean => drafts.size > 0;

/** Asks whether unsaved changes may be discarded; true at once if there are none. */
export const mayLose = (drafts: Drafts = everywhere): boolean =>
  !hasUnsaved(drafts) || confirm('Your changes are not saved. Discard them?');

/** Makes the page ask before unsaved changes are lost. Call the returned function as soon as they are saved. */
export function useUnsaved(isUnsaved: boolean): () => void {
  const drafts = useContext(DialogDrafts);
  const [mark] = useState(() => ({}));
  const forget = useCallback(() => {
    drafts.delete(mark);
    everywhere.delete(mark);
  }, [drafts, mark]);
  useEffect(() => {
    if (!isUnsaved) return;
    drafts.add(mark);
    everywhere.add(mark);
    return forget;
  }, [isUnsaved, drafts, mark, forget]);
  return forget;
}
