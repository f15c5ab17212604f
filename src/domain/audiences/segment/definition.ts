import { defineResource, HISTORY, identity, TIMESTAMPS, text } from '../../../resources/define/definition.ts';
import * as sent from '../../../resources/define/fields.ts';

const MATCHED = { input: sent.text().nullable().optional() };

export const SEGMENT = defineResource('Segment', {
  one: 'segment',
  many: 'segments',
  description: 'A segment: events of a pixel selected by category, label and action, to build an audience.',
  visible: 'of the seat',
  isOfGraphqlOnly: true,
  search: 'name',
  fields: {
    id: identity('Segment'),
    name: text('name', 'The display name.', { input: sent.name() }),
    eventCategory: text('ec', 'The event category to match. Null matches any.', { rest: 'ec', ...MATCHED }),
    eventLabel: text('el', 'The event label to match. Null matches any.', { rest: 'el', ...MATCHED }),
    eventAction: text('ea', 'The event action to match. Null matches any.', { rest: 'ea', ...MATCHED }),
    createdAt: TIMESTAMPS.createdAt,
    updatedAt: TIMESTAMPS.updatedAt,
  },
  relations: {
    pixel: {
      to: 'one',
      resource: 'Pixel',
      column: 'pixelId',
      description: 'The pixel whose events the segment selects.',
    },
    history: HISTORY,
  },
  customColumns: ['pixelId'],
  internal: ['seatId'],
});
