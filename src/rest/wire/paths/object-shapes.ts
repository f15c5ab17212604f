import { IDS, UPDATED_AT } from '../../openapi/examples.ts';
import {
  arrayOf,
  boolean,
  ID,
  integer,
  JSON_VALUE,
  objectOf,
  orNull,
  ref,
  type Schema,
  text,
} from '../../openapi/schemas.ts';
import { shape } from './shapes.ts';

/** What clients can write: campaigns, pixels, creatives, site lists and caps on bid multipliers. */

const time = (description: string): Schema => text(description, { format: 'date-time' });
const CREATED = time('The time when it was created.');
const CHANGED = time('The time of the last change.');
const NAME = text('The display name.');
const ACCOUNT = integer('The ID of the advertiser.');
const kept = { additionalProperties: JSON_VALUE };
const dates = { createdAt: UPDATED_AT, updatedAt: UPDATED_AT };
const accountId = IDS.advertiser;

export const CAMPAIGN = shape(
  'Campaign',
  {
    id: IDS.campaign,
    name: 'Summer sale',
    accountId,
    status: 'ACTIVE',
    timezone: 'America/New_York',
    currency: 'USD',
    budget: 5000,
    objective: 'VISIT_WEB',
    language: 'en',
    channel: null,
    ...dates,
    goalType: null,
    goalValue: null,
    budgetType: 'CURRENCY',
    budgetSchedules: [
      {
        id: IDS.campaign,
        startDate: '2026-08-01',
        endDate: '2026-08-31',
        scheduleBudgetType: 'TOTAL_BUDGET',
        scheduleBudget: 5000,
        scheduleDailyBudget: null,
      },
    ],
    campaignStartDate: '2026-08-01T04:00:00Z',
    campaignEndDate: '2026-09-01T03:59:59Z',
    frequencyCapPeriodType: 'UNLIMITED',
  },
  {
    ...objectOf(
      {
        id: ID,
        name: NAME,
        accountId: ACCOUNT,
        status: text('The status: `ACTIVE`, `PAUSED` or `ENDED`.'),
        timezone: text('The time zone of the advertiser.'),
        currency: text('The currency of the advertiser.'),
        budget: orNull({ type: 'number', description: 'The budget.' }),
        objective: orNull(text('The objective.')),
        language: orNull(text('The language.')),
        channel: orNull(text('The channel.')),
        createdAt: CREATED,
        updatedAt: CHANGED,
        goalType: { ...JSON_VALUE, description: 'As sent, or null.' },
        goalValue: { ...JSON_VALUE, description: 'As sent, or null.' },
        budgetType: text('Always `CURRENCY`.'),
        budgetSchedules: arrayOf(ref('BudgetSchedule'), 'The only budget schedule, or none.'),
        campaignStartDate: orNull(time('The time from which its lines deliver.')),
        campaignEndDate: orNull(time('The time until which its lines deliver.')),
        frequencyCapPeriodType: text('Always `UNLIMITED`.'),
      },
      { description: 'A campaign. Further fields that were sent are returned.' },
    ),
    ...kept,
  },
);

/** A part of a campaign. */
export const BUDGET_SCHEDULE = shape(
  'BudgetSchedule',
  {},
  objectOf(
    {
      id: { type: 'integer', description: 'The ID of the campaign.' },
      startDate: orNull(text('The first day in the advertiser’s time zone, or a time.')),
      endDate: orNull(text('The last day in the advertiser’s time zone, or a time.')),
      scheduleBudgetType: orNull(text('`TOTAL_BUDGET`, `SPECIFIED_AMOUNT` or `AUTO_ALLOCATED`.')),
      scheduleBudget: orNull({ type: 'number', description: 'The budget of the campaign.' }),
      scheduleDailyBudget: orNull({
        type: 'number',
        description: 'The most that its lines spend on a day.',
      }),
    },
    {
      description: 'The budget and the dates of a campaign.',
      optional: ['id', 'startDate', 'endDate', 'scheduleBudgetType', 'scheduleBudget', 'scheduleDailyBudget'],
    },
  ),
);

const pixelFields = {
  id: ID,
  name: NAME,
  accountId: ACCOUNT,
  dotPixel: boolean('Whether it is placed on web pages.'),
  createdAt: CREATED,
  updatedAt: CHANGED,
};
const pixel = { id: IDS.pixel, name: 'Orders', accountId, dotPixel: true, ...dates };
export const PIXEL = shape('Pixel', pixel, {
  ...objectOf(pixelFields, { description: 'A pixel. Further fields that were sent are returned.' }),
  ...kept,
});
export const BEACON = shape(
  'Beacon',
  { pixelId: IDS.pixel, ...pixel },
  {
    ...objectOf(
      {
        pixelId: { ...JSON_VALUE, description: 'The ID of the beacon, unless another was sent.' },
        ...pixelFields,
      },
      { description: 'The one rule of a pixel. Further fields that were sent are returned.' },
    ),
    ...kept,
  },
);
export const BEACON_CODE = shape(
  'BeaconCode',
  {
    beaconId: IDS.pixel,
    pixelId: IDS.pixel,
    urlSecureSingle: null,
    urlSecureMultiple: null,
    customEventScript: null,
  },
  objectOf(
    {
      beaconId: integer('The ID of the beacon.'),
      pixelId: integer('The ID of its pixel.'),
      urlSecureSingle: { type: 'null' },
      urlSecureMultiple: { type: 'null' },
      customEventScript: { type: 'null' },
    },
    { description: 'The code of a beacon for web pages. The platform serves none.' },
  ),
);

const texts = {
  title: orNull(text('The title.')),
  description: orNull(text('The description.')),
};
const exampleTexts = { title: 'Fresh bread until midnight', description: 'Baked twice a day.' };
export const CREATIVE = shape(
  'Creative',
  {
    id: IDS.creative,
    name: 'Fresh bread until midnight',
    status: 'ACTIVE',
    accountId,
    mediaType: 'NATIVE',
    creativeType: 'NATIVE_DISPLAY',
    ...exampleTexts,
    details: exampleTexts,
    landingPageUrl: 'https://bakery.example/bread',
    thirdPartyCode: null,
    creativeTagUrl: null,
    updatedAt: UPDATED_AT,
  },
  objectOf(
    {
      id: ID,
      name: NAME,
      status: text('The status: `ACTIVE` or `INACTIVE`.'),
      accountId: ACCOUNT,
      mediaType: text('The media type: `DISPLAY`, `VIDEO` or `NATIVE`.'),
      creativeType: text('The type, such as `DISPLAY_HOSTED` or `NATIVE_VIDEO`.'),
      ...texts,
      details: { ...objectOf(texts), description: 'The texts again.' },
      landingPageUrl: orNull(text('The URL that a click opens.')),
      thirdPartyCode: orNull(text('The code of a third-party creative.')),
      creativeTagUrl: orNull(text('The tag URL of a third-party creative.')),
      updatedAt: CHANGED,
    },
    { description: 'A creative.' },
  ),
);

export const CREATIVES = shape(
  'Creatives',
  { creatives: [CREATIVE.example] },
  objectOf({ creatives: arrayOf(CREATIVE.schema) }, { description: 'The created creatives.' }),
);

const siteListFields = {
  id: ID,
  name: NAME,
  accountId: ACCOUNT,
  status: text('The status: `ACTIVE`, `INACTIVE` or `ARCHIVED`.'),
  type: text('`SITE_LIST` or `APP_LIST`.'),
  createdAt: CREATED,
  updatedAt: CHANGED,
};
const siteList = {
  id: IDS.nativeList,
  name: 'Blocked sites',
  accountId,
  status: 'ACTIVE',
  type: 'SITE_LIST',
  ...dates,
};
export const SITE_LIST_SUMMARY = shape(
  'SiteListSummary',
  siteList,
  objectOf(siteListFields, { description: 'A native list without its items.' }),
);
export const SITE_LIST = shape(
  'SiteList',
  { ...siteList, items: [{ itemName: 'rumours.example' }] },
  objectOf(
    { ...siteListFields, items: arrayOf(objectOf({ itemName: text('The site or app.') })) },
    { description: 'A native list.' },
  ),
);

export const MULTIPLIER_CAP = shape(
  'MultiplierCap',
  { multiplierCap: 2.5 },
  objectOf(
    {
      multiplierCap: orNull({
        type: 'number',
        description: 'The largest bid multiplier that the line allows.',
      }),
    },
    { description: 'The cap on the bid multipliers of a line.' },
  ),
);
