import { builder } from './builder.ts';
import { globalId } from './ids.ts';

/** The lists within a line. */

export const LineSchedule = builder.prismaObject('LineSchedule', {
  description: 'A flight of a line: a period with its own budget.',
  // Columns that are asked for, and no others.
  select: { id: true },
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `LineSchedule:123`.',
      resolve: ({ id }) => globalId('LineSchedule', id),
    }),
    databaseId: t.expose('id', {
      type: 'SafeInt',
      description: 'The integer ID that the REST interfaces use.',
    }),
    budget: t.expose('budget', {
      type: 'Decimal',
      nullable: true,
      description: 'The budget of the flight, in the advertiser’s currency.',
    }),
    dailyBudgetType: t.expose('dailyBudgetType', {
      type: 'ListedValue',
      nullable: true,
      description: 'The type of daily budget, such as `AUTO_ALLOCATED`.',
    }),
    startDateStr: t.expose('startDate', {
      type: 'Timestamp',
      description: 'The first second of the flight.',
    }),
    endDateStr: t.expose('endDate', { type: 'Timestamp', description: 'The end of the flight.' }),
  }),
});

export const LineFee = builder.prismaObject('LineFee', {
  description: 'A fee on a line.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `LineFee:123`.',
      resolve: ({ id }) => globalId('LineFee', id),
    }),
    databaseId: t.expose('id', {
      type: 'SafeInt',
      description: 'The integer ID that the REST interfaces use.',
    }),
    name: t.exposeString('name', { description: 'The name of the fee.' }),
    fee: t.expose('fee', { type: 'Decimal', description: 'The amount of the fee.' }),
    typeName: t.expose('typeName', {
      type: 'ListedValue',
      description: 'The type of the fee, such as `AD_SERVING`.',
    }),
  }),
});

export const LineConversion = builder.prismaObject('LineConversion', {
  description: 'A conversion rule of a line: which pixel’s conversions count, and for how long.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `LineConversion:123`.',
      resolve: ({ id }) => globalId('LineConversion', id),
    }),
    databaseId: t.expose('id', {
      type: 'SafeInt',
      description: 'The integer ID that the REST interfaces use.',
    }),
    beaconId: t.id({
      description: 'The global ID of the pixel.',
      resolve: ({ beaconId }) => globalId('Pixel', beaconId),
    }),
    pixel: t.relation('pixel', { description: 'The pixel whose conversions count.' }),
    name: t.exposeString('name', { nullable: true, description: 'The display name.' }),
    viewWindow: t.exposeInt('viewWindow', {
      nullable: true,
      description: 'How long after a view a conversion counts, in units of `viewWindowUnitType`.',
    }),
    clickWindow: t.exposeInt('clickWindow', {
      nullable: true,
      description: 'How long after a click a conversion counts, in units of `clickWindowUnitType`.',
    }),
    viewWindowUnitType: t.expose('viewWindowUnitType', {
      type: 'ListedValue',
      nullable: true,
      description: 'The unit of `viewWindow`, such as `DAY`.',
    }),
    clickWindowUnitType: t.expose('clickWindowUnitType', {
      type: 'ListedValue',
      nullable: true,
      description: 'The unit of `clickWindow`, such as `DAY`.',
    }),
    acceptViewThrough: t.exposeBoolean('acceptViewThrough', {
      nullable: true,
      description: 'Whether conversions after a view without a click count.',
    }),
    viewBeaconValueDiscount: t.expose('viewBeaconValueDiscount', {
      type: 'Decimal',
      nullable: true,
      description: 'The discount on the value of a conversion after a view.',
    }),
    beaconValuePc: t.expose('beaconValuePc', {
      type: 'Decimal',
      nullable: true,
      description: 'The share of the conversion value that counts.',
    }),
  }),
});
