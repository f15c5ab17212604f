import { type Example, type Made, refusal } from './example.ts';
import { empty, flag, integer, list, maybe, moment, number, object, one, second, text } from './shape.ts';

const lineFields = {
  id: integer,
  name: text,
  orderId: integer,
  status: one('ACTIVE', 'PAUSED', 'INACTIVE', 'NOT_STARTED'),
  supplyType: one('PLATFORM', 'THIRD_PARTY'),
  language: maybe(text),
  isNativeEnabled: flag,
  bidPrice: number,
  goalAmount: number,
  maxGoal: number,
  marginGoal: number,
  billingPrice: number,
  completionThreshold: number,
  pacingModeType: one('EVEN'),
  goalModeType: one('HARD'),
  goalType: one('CPC', 'ENHANCED_CPC'),
  billingMethodType: one('CPC_WITH_MARGIN'),
  marginType: one('TOTAL_BUDGET'),
  budgetType: one('CURRENCY'),
  dailyBudgetType: one('AUTO_ALLOCATED'),
  schedules: list(
    object({
      id: integer,
      budget: number,
      dailyBudgetType: one('AUTO_ALLOCATED'),
      startDateStr: second,
      endDateStr: second,
    }),
  ),
  feeList: empty,
  conversionList: list(
    object({
      id: integer,
      beaconId: integer,
      name: text,
      viewWindow: integer,
      clickWindow: integer,
      clickWindowUnitType: one('DAY'),
      viewWindowUnitType: one('DAY'),
      acceptViewThrough: flag,
      viewBeaconValueDiscount: number,
      beaconValuePc: number,
    }),
  ),
};
/** The document leaves the complete list of a line's fields to another; these two are not in its table. */
const beyondLine = { advertiserId: integer, updatedAt: moment };
const nativeLine = object({
  ...lineFields,
  isNativeEnabled: one(true),
  language: one('ENGLISH'),
  objective: one('VISIT_WEB'),
  mediaType: one('NATIVE'),
  ...beyondLine,
});
const ecpcLine = object({
  ...lineFields,
  isNativeEnabled: one(false),
  objective: one('MAIL_SPONSORED', 'VISIT_WEB'),
  mediaType: one('DISPLAY', 'VIDEO'),
  goalType: one('ENHANCED_CPC'),
  // The documented examples have no items here; the shape is our own.
  feeList: list(object({ id: integer, name: text, fee: number, typeName: one('VIEWABILITY') })),
  ...beyondLine,
});

const LINE = {
  name: 'Spring',
  status: 'PAUSED',
  supplyType: 'PLATFORM',
  bidPrice: 0.75,
  goalAmount: 0.75,
  maxGoal: 1.5,
  marginGoal: 20,
  billingPrice: 15,
  completionThreshold: 0.5,
  goalModeType: 'HARD',
  billingMethodType: 'CPC_WITH_MARGIN',
  marginType: 'TOTAL_BUDGET',
  budgetType: 'CURRENCY',
  dailyBudgetType: 'AUTO_ALLOCATED',
  schedules: [
    {
      budget: 1000,
      dailyBudgetType: 'AUTO_ALLOCATED',
      startDateStr: '2027-03-01T00:00:00Z',
      endDateStr: '2027-04-01T00:00:00Z',
    },
  ],
  feeList: [],
};
const conversionOf = (beaconId: number) => ({
  beaconId,
  name: 'Orders',
  viewWindow: 1,
  clickWindow: 30,
  clickWindowUnitType: 'DAY',
  viewWindowUnitType: 'DAY',
  acceptViewThrough: true,
  viewBeaconValueDiscount: 0,
  beaconValuePc: 100,
});
const sentNative = ({ given }: Made) => ({
  ...LINE,
  orderId: given.orderId,
  isNativeEnabled: true,
  language: 'ENGLISH',
  objective: 'VISIT_WEB',
  goalType: 'CPC',
  pacingModeType: 'EVEN',
  conversionList: [conversionOf(given.beaconId)],
});
const sentEcpc = ({ given }: Made) => ({
  ...LINE,
  orderId: given.orderId,
  mediaType: 'DISPLAY',
  objective: 'MAIL_SPONSORED',
  goalType: 'ENHANCED_CPC',
  pacingMode: 'EVEN',
  feeList: [{ name: 'Viewability', fee: 0.1, typeName: 'VIEWABILITY' }],
  conversionList: [conversionOf(given.beaconId)],
});

export const lines: readonly Example[] = [
  { title: 'line', send: (made) => ['POST', '/lines', sentNative(made)], shape: nativeLine },
  { title: 'a read line', send: ({ line }) => ['GET', `/lines/${line.id}`], shape: nativeLine },
  {
    title: 'an updated line',
    send: ({ line }) => [
      'PUT',
      `/lines/${line.id}`,
      { status: 'INACTIVE', schedules: [{ id: line.schedules[0].id, budget: 1200 }] },
    ],
    shape: nativeLine,
  },
  { title: 'eCPC line', send: (made) => ['POST', '/lines', sentEcpc(made)], shape: ecpcLine },
  {
    title: 'a line created ACTIVE',
    send: (made) => ['POST', '/lines', { ...sentNative(made), status: 'ACTIVE' }],
    status: 400,
    shape: refusal(400, 'status'),
  },
  {
    title: 'a line of an unknown supplyType',
    send: (made) => ['POST', '/lines', { ...sentNative(made), supplyType: 'OTHER' }],
    status: 400,
    shape: refusal(400, 'supplyType'),
  },
  {
    title: 'an update to an unknown supplyType',
    send: ({ line }) => ['PUT', `/lines/${line.id}`, { supplyType: 'OTHER' }],
    status: 400,
    shape: refusal(400, 'supplyType'),
  },
  {
    title: 'operator supply without isNativeEnabled',
    send: (made) => {
      const { isNativeEnabled: _, ...line } = sentNative(made);
      return ['POST', '/lines', line];
    },
    status: 400,
    shape: refusal(400, 'supplyType'),
  },
];
