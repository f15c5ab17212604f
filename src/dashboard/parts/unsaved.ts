import { createContext, useCallback, useContext, useEffect, useState } from 'react';

/** Drafts that are not saved, each by a mark of its own. */
export type Drafts = Set<object>;

const everywhere: Drafts = new Set();
/** Those of one dialog, which asks before it closes. */
export const DialogDrafts = createContext<Drafts>(everywhere);

export const hasUnsaved = (drafts: Drafts = everywhere): boolean => drafts.size > 0;

/** Asks, where something would be lost. */
export const mayLose = (drafts: Drafts = everywhere): boolean =>
  !hasUnsaved(drafts) || confirm('Your changes are not saved. Discard them?');

/** Lets people not leave what is not saved unasked; what is returned says that it is saved, and is heard at once. */
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
