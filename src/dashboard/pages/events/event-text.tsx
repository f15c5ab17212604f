import type { DashboardEventShownFragment } from '../../generated/graphql.ts';
import { nameText } from '../pixels/pixel/name-text.ts';

/** What an event says, without who it is about: `shop · purchase · 19.90 · email`. */
export const EventText = ({ event }: { readonly event: DashboardEventShownFragment }) => (
  <bdi>
    {[nameText(event), ...(event.value === null ? [] : [event.value]), event.identities.join(', ')]
      .filter(Boolean)
      .join(' · ')}
  </bdi>
);
