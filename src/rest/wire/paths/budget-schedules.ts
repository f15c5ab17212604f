import type { Campaign } from '../../../domain/campaigns/campaign/get.ts';
import { textOf } from '../../../platform/text/typed.ts';
import { formatInstant } from '../../../platform/time/instant.ts';
import { ignoreField } from '../../../resources/define/ignored-fields.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { type Bound, dayToInstant, isSameDate, periodToWire } from '../days.ts';
import { limitsOfFlight } from '../limits.ts';
import type { PathCall } from './path.ts';

type Fields = Readonly<Record<string, unknown>>;
type Ctx = PathCall['ctx'];

/** A campaign's budget and dates as these clients read and write them: one schedule with the ID of the campaign. */
interface Schedule {
  readonly id: number;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly scheduleBudgetType: string | null;
  readonly scheduleBudget: number | null;
  readonly scheduleDailyBudget: number | null;
}

const NONE = { startDate: null, endDate: null, scheduleBudget: null, scheduleDailyBudget: null } as const;

/** Returns the schedule of a campaign; undefined if it has neither a budget nor dates. */
export function scheduleOf(campaign: Campaign, zone: string): Schedule | undefined {
  const { id, budget, budgetType, dailyBudget, dailyBudgetType } = campaign;
  const dates = periodToWire({ start: campaign.startDate, end: campaign.endDate }, zone);
  const isDaily = budgetType === 'DAILY';
  const scheduleBudget = isDaily || budgetType === 'MONTHLY' ? null : budget;
  const scheduleDailyBudget = isDaily && budget !== null ? least(budget, dailyBudget) : dailyBudget;
  const values = [dates.start, dates.end, scheduleBudget, scheduleDailyBudget, dailyBudgetType];
  if (values.every((value) => value === null)) return undefined;
  return {
    id,
    startDate: dates.start,
    endDate: dates.end,
    scheduleBudgetType:
      dailyBudgetType ?? (scheduleDailyBudget === null ? 'TOTAL_BUDGET' : 'SPECIFIED_AMOUNT'),
    scheduleBudget,
    scheduleDailyBudget,
  };
}

const least = (one: number, other: number | null): number => (other === null ? one : Math.min(one, other));

interface Change {
  /** Fields of the domain. */
  readonly input: Fields;
  /** The names under which they were sent, for errors. */
  readonly names: Map<string, string>;
}

/**
 * Reads the budget and the dates of a body. Of what GET answered, the fields that were changed apply. Refuses what cannot
 * be applied, because it would limit what is spent or when.
 */
export function budgetIn(options: {
  ctx: Ctx;
  body: Fields;
  stored: Campaign | undefined;
  /** The time zone of the advertiser; undefined if it is not known, which is refused elsewhere. */
  zone: string | undefined;
}): Change {
  const { ctx, body, stored, zone = 'UTC' } = options;
  const answered = stored && scheduleOf(stored, zone);
  const sent = scheduleIn(ctx, body, stored);
  const names = new Map<string, string>();
  const dates = {
    ...dateIn({ ctx, body, sent, answered, stored, zone, names, field: 'startDate', bound: 'first' }),
    ...dateIn({ ctx, body, sent, answered, stored, zone, names, field: 'endDate', bound: 'last' }),
  };
  return { input: { ...dates, ...amountsIn({ ctx, body, sent, answered, stored, names }) }, names };
}

const KNOWN = new Set([
  'id',
  'startDate',
  'endDate',
  'scheduleBudgetType',
  'scheduleBudget',
  'scheduleDailyBudget',
]);
const PATH = 'budgetSchedules[0]';

/** The only budget schedule of a body; undefined without one. */
function scheduleIn(ctx: Ctx, { budgetSchedules }: Fields, stored: Campaign | undefined): Fields | undefined {
  if (budgetSchedules === undefined || budgetSchedules === null) return undefined;
  if (!Array.isArray(budgetSchedules)) {
    refuse(ctx, 'budgetSchedules', 'must be a list');
    return undefined;
  }
  const [schedule, ...others] = budgetSchedules;
  if (others.length > 0)
    refuse(ctx, 'budgetSchedules', 'must have one item: a campaign has one budget and one period');
  else if (schedule !== undefined && !isRecord(schedule)) refuse(ctx, PATH, 'must be an object');
  if (others.length > 0 || !isRecord(schedule)) return undefined;
  const { id } = schedule;
  if (stored && id !== undefined && id !== null && id !== stored.id)
    refuse(ctx, `${PATH}.id`, 'must be the id of the campaign’s budget schedule');
  const limits = new Map(limitsOfFlight(schedule, KNOWN));
  for (const [name, reason] of limits) refuse(ctx, `${PATH}.${name}`, reason);
  for (const name of Object.keys(schedule))
    if (!KNOWN.has(name) && !limits.has(name)) ignoreField(ctx, `${PATH}.${name}`);
  return schedule;
}

const OTHER_NAMES = {
  startDate: ['campaignStartDate', 'startDate'],
  endDate: ['campaignEndDate', 'endDate'],
} as const;

/** Returns the date if it differs from the one that GET returns. It can be sent in the schedule or next to it. */
function dateIn(options: {
  ctx: Ctx;
  body: Fields;
  sent: Fields | undefined;
  answered: Schedule | undefined;
  stored: Campaign | undefined;
  zone: string;
  names: Map<string, string>;
  field: 'startDate' | 'endDate';
  bound: Bound;
}): Fields {
  const { ctx, body, sent, zone, names, field, bound } = options;
  const answered = options.answered?.[field] ?? null;
  const moment = options.stored?.[field] ?? null;
  const places = [
    ...(sent ? [[`${PATH}.${field}`, sent[field], answered] as const] : []),
    ...OTHER_NAMES[field].map((name) => [name, body[name], moment && formatInstant(moment)] as const),
  ];
  const changed = places.filter(
    ([, date, shown]) =>
      date !== undefined && date !== answered && !isSameDate(date, answered) && !isSameDate(date, shown),
  );
  const [first, ...others] = changed;
  if (!first) return {};
  const [path, date] = first;
  for (const [other, value] of others)
    if (value !== date && !isSameDate(value, textOf(date))) refuse(ctx, other, `must equal ${path}`);
  names.set(field, path);
  return { [field]: dayToInstant(date, bound, zone) };
}

const AMOUNTS = ['scheduleBudgetType', 'scheduleBudget', 'scheduleDailyBudget'] as const;

/** The budget of a schedule in the fields of the domain; nothing if it is the answered one. */
function amountsIn(options: {
  ctx: Ctx;
  body: Fields;
  sent: Fields | undefined;
  answered: Schedule | undefined;
  stored: Campaign | undefined;
  names: Map<string, string>;
}): Fields {
  const { ctx, body, sent, stored, names } = options;
  const refuseOther = (name: string, value: unknown, other: (typeof AMOUNTS)[number]) => {
    if (body[name] != null && body[name] !== value) refuse(ctx, `${PATH}.${other}`, `must equal ${name}`);
  };
  const answered: Fields = { ...NONE, ...options.answered };
  const changed = AMOUNTS.filter(
    (name) => sent?.[name] !== undefined && sent[name] !== (answered[name] ?? null),
  );
  if (!sent || changed.length === 0) return {};
  const sentOrAnswered = (name: (typeof AMOUNTS)[number]) =>
    (sent[name] === undefined ? answered[name] : sent[name]) ?? null;
  const changesType = changed.includes('scheduleBudgetType');
  const type = changesType ? sentOrAnswered('scheduleBudgetType') : (stored?.dailyBudgetType ?? null);
  const daily = withoutZero(sentOrAnswered('scheduleDailyBudget'), type);
  const topLevel = body.budget !== stored?.budget ? (body.budget ?? null) : null;
  const isTopLevelDaily = stored?.budgetType === 'DAILY' && topLevel === daily;
  const total = sentOrAnswered('scheduleBudget') ?? (isTopLevelDaily ? null : topLevel);
  const isDaily = total === null && daily !== null && type !== 'AUTO_ALLOCATED';
  if (topLevel !== null && topLevel !== (isDaily ? daily : total))
    refuse(ctx, `${PATH}.scheduleBudget`, 'must equal budget');
  if (topLevel === null) names.set('budget', `${PATH}.${isDaily ? 'scheduleDailyBudget' : 'scheduleBudget'}`);
  refuseOther('dailyBudget', daily, 'scheduleDailyBudget');
  if (changesType) refuseOther('dailyBudgetType', type, 'scheduleBudgetType');
  names.set('dailyBudget', `${PATH}.scheduleDailyBudget`);
  names.set('dailyBudgetType', `${PATH}.scheduleBudgetType`);
  const isMonthly = stored?.budgetType === 'MONTHLY';
  const hasNone = total === null && daily === null && (isMonthly || stored?.budget == null);
  return {
    ...(!hasNone && { budget: isDaily ? daily : total, budgetType: isDaily ? 'DAILY' : 'LIFETIME' }),
    dailyBudget: isDaily ? null : daily,
    ...(changesType && { dailyBudgetType: type }),
  };
}

/** Clients that have no null send 0 where the type needs no amount. */
const withoutZero = (daily: unknown, type: unknown): unknown =>
  daily === 0 && type !== null && type !== 'SPECIFIED_AMOUNT' ? null : daily;

function refuse({ refusedFields }: Ctx, path: string, reason: string): void {
  refusedFields.push({ path, reason });
}
