import { WHY_SEARCH } from './pages/delivery/use-why.ts';
import { LIST_SEARCH } from './pages/list/search.ts';
import { keeping } from './shell/kept-search.ts';
import { texts } from './shell/route-parts.ts';

/** What the addresses of lists and things say beside which page it is. */

export const list = texts(...LIST_SEARCH);
/** Things with delivery of their own, and the lists of their parts. */
export const owner = texts(...LIST_SEARCH, ...WHY_SEARCH, 'show', 'metric', 'compare', 'by');
export const thing = texts('after', 'range', 'from', 'to', 'compare', 'metric', 'by', ...WHY_SEARCH);
/** The days are those of the page before. */
export const search = { middlewares: [keeping('range', 'from', 'to')] };
