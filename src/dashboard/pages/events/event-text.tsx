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

/** What the first events of a request are: `shop · purchase 19.90, shop · add_to_cart`. */
export const eventsText = (events: readonly DashboardEventShownFragment[]): string =>
  [...new Set(events.map((event) => [nameText(event), event.value].filter(Boolean).join(' ')))].join(', ') ||
  '–';
