import { defineResource, HISTORY, identity, MOMENTS, text } from '../../../resources/define/definition.ts';

export const SEGMENT = defineResource('Segment', {
  one: 'segment',
  many: 'segments',
  description: 'A segment: events of a pixel selected by category, label and action, to build an audience.',
  visible: 'of the seat',
  isOfGraphqlOnly: true,
  search: 'name',
  fields: {
    id: identity('Segment'),
    name: text('name', 'The display name.'),
    ec: text('ec', 'The event category to match. Null matches any.'),
    el: text('el', 'The event label to match. Null matches any.'),
    ea: text('ea', 'The event action to match. Null matches any.'),
    createdAt: MOMENTS.createdAt,
    updatedAt: MOMENTS.updatedAt,
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
  otherwise: ['pixelId'],
  internal: ['seatId'],
});
