import { builder } from './builder.ts';
import { globalId } from './ids.ts';

/** The lists within a line. */

export const LineSchedule = builder.prismaObject('LineSchedule', {
  description: 'A flight of a line.',
  // Columns that are asked for, and no others.
  select: { id: true },
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `LineSchedule:123`.',
      resolve: ({ id }) => globalId('LineSchedule', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    budget: t.expose('budget', {
      type: 'Decimal',
      nullable: true,
      description: 'In the advertiser’s currency.',
    }),
    dailyBudgetType: t.expose('dailyBudgetType', {
      type: 'ListedValue',
      nullable: true,
      description: 'Such as AUTO_ALLOCATED.',
    }),
    startDateStr: t.expose('startDate', { type: 'Timestamp', description: 'First second of the flight.' }),
    endDateStr: t.expose('endDate', { type: 'Timestamp', description: 'End of the flight.' }),
  }),
});

export const LineFee = builder.prismaObject('LineFee', {
  description: 'A fee on a line.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `LineFee:123`.',
      resolve: ({ id }) => globalId('LineFee', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    name: t.exposeString('name', { description: 'What the fee is for.' }),
    fee: t.expose('fee', { type: 'Decimal', description: 'Amount.' }),
    typeName: t.expose('typeName', { type: 'ListedValue', description: 'Such as AD_SERVING.' }),
  }),
});

export const LineConversion = builder.prismaObject('LineConversion', {
  description: 'A conversion rule: which pixel’s conversions count for a line.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `LineConversion:123`.',
      resolve: ({ id }) => globalId('LineConversion', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    beaconId: t.id({
      description: 'Global id of its pixel.',
      resolve: ({ beaconId }) => globalId('Pixel', beaconId),
    }),
    pixel: t.relation('pixel', { description: 'The pixel.' }),
    name: t.exposeString('name', { nullable: true, description: 'Display name.' }),
    viewWindow: t.exposeInt('viewWindow', {
      nullable: true,
      description: 'How long after a view a conversion counts.',
    }),
    clickWindow: t.exposeInt('clickWindow', {
      nullable: true,
      description: 'How long after a click a conversion counts.',
    }),
    viewWindowUnitType: t.expose('viewWindowUnitType', {
      type: 'ListedValue',
      nullable: true,
      description: 'Unit of viewWindow, such as DAY.',
    }),
    clickWindowUnitType: t.expose('clickWindowUnitType', {
      type: 'ListedValue',
      nullable: true,
      description: 'Unit of clickWindow, such as DAY.',
    }),
    acceptViewThrough: t.exposeBoolean('acceptViewThrough', {
      nullable: true,
      description: 'Whether conversions after a mere view count.',
    }),
    viewBeaconValueDiscount: t.expose('viewBeaconValueDiscount', {
      type: 'Decimal',
      nullable: true,
      description: 'Discount on the value after a view.',
    }),
    beaconValuePc: t.expose('beaconValuePc', {
      type: 'Decimal',
      nullable: true,
      description: 'Share of the value that counts.',
    }),
  }),
});
