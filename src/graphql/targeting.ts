import { id } from '../domain/fields.ts';
import { TARGETING_PARTS, type Targeting, targetingOf } from '../domain/targeting/get.ts';
import { UpdateTargeting } from '../domain/targeting/input.ts';
import { updateTargeting } from '../domain/targeting/update.ts';
import { builder } from './builder.ts';
import { globalId, idArgument, withIds } from './ids.ts';
import { createInput } from './inputs.ts';
import { Line } from './line.ts';

const TargetType = builder.objectRef<Targeting['types'][number]>('TargetType').implement({
  description: 'A type of targets of a line.',
  fields: (t) => ({
    name: t.expose('name', { type: 'ListedValue', description: 'Such as GEOGRAPHY.' }),
    isTargeted: t.exposeBoolean('isTargeted', { description: 'Whether it is on.' }),
  }),
});

const TargetedGeo = builder.objectRef<Targeting['geos'][number]>('TargetedGeo').implement({
  description: 'A place that a line targets.',
  fields: (t) => ({
    woeid: t.exposeInt('woeid', { description: 'Its id of the location dictionary.' }),
    type: t.exposeString('type', { description: 'Such as COUNTRY, State or Town.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
  }),
});

const TargetingRef = builder.objectRef<Targeting>('Targeting').implement({
  description: 'The targets of a line, of the types that are on.',
  fields: (t) => ({
    lineId: t.id({ description: 'Global id of the line.', resolve: ({ id }) => globalId('Line', id) }),
    types: t.field({
      type: [TargetType],
      description: 'The types that are on.',
      resolve: ({ types }) => [...types],
    }),
    geos: t.field({
      type: [TargetedGeo],
      description: 'Places, where GEOGRAPHY is on.',
      resolve: ({ geos }) => [...geos],
    }),
  }),
});

builder.prismaObjectField(Line, 'targeting', (t) =>
  t.field({
    type: TargetingRef,
    description: 'Its targets, of the types that are on.',
    select: TARGETING_PARTS,
    resolve: (line) => targetingOf(line),
  }),
);

const definition = {
  fields: UpdateTargeting.fields.extend({ lineId: id('Line').describe('The line.') }),
  readOnly: [],
};

const Payload = builder.objectRef<Targeting>('UpdateTargetingPayload').implement({
  description: 'What `updateTargeting` answers when it succeeds.',
  fields: (t) => ({
    targeting: t.field({
      type: TargetingRef,
      description: 'What the line targets now.',
      resolve: (targeting) => targeting,
    }),
  }),
});

builder.mutationField('updateTargeting', (t) =>
  t.field({
    type: builder.errorUnion('UpdateTargetingResult', {
      description: 'The payload of `updateTargeting`, or why it was refused.',
      types: [Payload],
      resolveType: () => Payload,
    }),
    description: 'Changes the targets of a line, of the types that the input names.',
    args: {
      input: t.arg({
        type: createInput('UpdateTargetingInput', definition, 'What `updateTargeting` takes.'),
        required: true,
        description: 'The line and what changes.',
      }),
      validateOnly: t.arg.boolean({
        defaultValue: false,
        description: 'Run every check and answer the would-be result, but store nothing.',
      }),
    },
    resolve: (_root, { input: { lineId, ...input }, validateOnly }, ctx) =>
      updateTargeting({
        ctx: { ...ctx, validateOnly: validateOnly ?? false },
        lineId: idArgument('Line', String(lineId), 'input.lineId'),
        input: withIds(input, definition.fields),
      }),
  }),
);
