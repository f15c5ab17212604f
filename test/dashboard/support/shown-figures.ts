import type { Page } from 'playwright-core';
import { ask } from './dashboard.ts';

/** A figure of a page as its attributes say it, with what its page is about filled in. */
export interface ShownFigure {
  readonly text: string;
  readonly metric: string;
  readonly value: string;
  readonly unit: string;
  readonly node: string | undefined;
  readonly country: string | undefined;
  readonly package: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly until: string | undefined;
  readonly hour: string | undefined;
  readonly timezone: string;
}

/** Every figure that a page shows or has in a closed table. */
export const figuresOf = (page: Page): Promise<readonly ShownFigure[]> =>
  page.evaluate(() => {
    const main = document.querySelector<HTMLElement>('main');
    if (!main) return [];
    const { from = '', to = '', timezone = '' } = main.dataset;
    return [...main.querySelectorAll<HTMLElement>('[data-value][data-metric]')].map((element) => {
      const { metric = '', value = '', unit = '', node, country, until, hour, ...own } = element.dataset;
      const part = own.package;
      const zone = own.timezone ?? timezone;
      return {
        ...{ metric, value, unit, node, country, package: part, until, hour, timezone: zone },
        ...{ text: element.innerText, from: own.from ?? from, to: own.to ?? to },
      };
    });
  });

interface Sums {
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
  readonly spend: { readonly amount: string };
  readonly conversionValue: { readonly amount: string };
}
interface Row {
  readonly start: string;
  readonly delivery: Sums;
}

interface FactsRow extends Row {
  readonly country: { readonly code: string } | null;
  readonly package: { readonly id: string } | null;
}

/** The facts of an advertiser, campaign, line or ad. */
function factsOf(node: string) {
  const [type = '', id = ''] = node.split(':');
  return type === 'Advertiser' ? { advertiserIds: [id] } : { filter: { [`${type.toLowerCase()}Ids`]: [id] } };
}

const SUMS = 'impressions clicks conversions spend { amount } conversionValue { amount }';
const money = ({ amount }: { readonly amount: string }): number => Number(amount);
const over = (sum: number, divisor: number): number | null => (divisor === 0 ? null : sum / divisor);

/** Each metric from the sums of the answers: ratios are never added up. */
const METRICS: Readonly<Record<string, (all: Sums) => number | null>> = {
  IMPRESSIONS: ({ impressions }) => impressions,
  CLICKS: ({ clicks }) => clicks,
  CONVERSIONS: ({ conversions }) => conversions,
  SPEND: ({ spend }) => money(spend),
  CONVERSION_VALUE: ({ conversionValue }) => money(conversionValue),
  CTR: ({ clicks, impressions }) => over(clicks, impressions),
  CPM: ({ spend, impressions }) => over(money(spend) * 1000, impressions),
  CPC: ({ spend, clicks }) => over(money(spend), clicks),
  CPA: ({ spend, conversions }) => over(money(spend), conversions),
  RETURN_ON_AD_SPEND: ({ spend, conversionValue }) => over(money(conversionValue), money(spend)),
};

const currencyOf = (unit: string): string => (/^[A-Z]{3}$/.test(unit) ? unit : 'USD');

/** Asks the graph for the sums that a figure is made of. */
async function answered(page: Page, shown: ShownFigure): Promise<Sums> {
  const { node, country, package: part, from, to, until, hour, timezone, unit } = shown;
  const isPart = until !== undefined || hour !== undefined;
  const currency = currencyOf(unit);
  const variables = { range: { between: { start: from, end: to } }, timezone, currency };
  const isOfFacts = country !== undefined || part !== undefined;
  const rows = node && !isOfFacts ? await ofNode() : await ofSeat();
  const counted = rows.filter(({ start }) => {
    const hourThere = new Intl.DateTimeFormat('en-GB', {
      ...{ hour: '2-digit', hourCycle: 'h23', timeZone: timezone },
    }).format(new Date(start));
    return (
      (until === undefined || Date.parse(start) < Date.parse(until)) &&
      (hour === undefined || hour === hourThere)
    );
  });
  const add = (of: (sums: Sums) => number) => counted.reduce((sum, { delivery }) => sum + of(delivery), 0);
  return {
    ...{ impressions: add(({ impressions }) => impressions), clicks: add(({ clicks }) => clicks) },
    conversions: add(({ conversions }) => conversions),
    spend: { amount: String(add(({ spend }) => money(spend))) },
    conversionValue: { amount: String(add(({ conversionValue }) => money(conversionValue))) },
  };

  /** Of the seat, or of a part of it that has no ID; what facts do not say has an empty one. */
  async function ofSeat(): Promise<readonly Row[]> {
    const by = country !== undefined ? 'COUNTRY' : part !== undefined ? 'PACKAGE' : undefined;
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
    const input = {
      // What may be returned is paid for.
      ...{ range: variables.range, timezone, currency, first: isPart ? days * 24 + 1 : by ? 300 : 1 },
      ...(isPart && { interval: 'HOUR' }),
      ...(node && factsOf(node)),
      by: by ? [by] : [],
    };
    const { delivery } = await ask<{ delivery: { nodes: FactsRow[] } }>(
      page,
      `query ($input: DeliveryInput!) { delivery(input: $input) {
        nodes { start ${by ? 'country { code } package { id }' : ''} delivery { ${SUMS} } } } }`,
      { input },
    );
    return delivery.nodes.filter(
      (row) =>
        (country === undefined || (row.country?.code ?? '') === country) &&
        (part === undefined || (row.package?.id.replace(/^.*:/, '') ?? '') === part),
    );
  }
  async function ofNode(): Promise<readonly Row[]> {
    const series = isPart
      ? `deliverySeries(range: $range, interval: HOUR, timezone: $timezone, currency: $currency) { start delivery { ${SUMS} } }`
      : `delivery(range: $range, timezone: $timezone, currency: $currency) { ${SUMS} }`;
    const answer = await ask<{ node: { delivery?: Sums; deliverySeries?: Row[] } }>(
      page,
      `query ($id: ID!, $range: DateRangeInput!, $timezone: TimeZone, $currency: Currency) {
        node(id: $id) { ... on HasDelivery { ${series} } } }`,
      { ...variables, id: node },
    );
    const { delivery, deliverySeries } = answer.node;
    return deliverySeries ?? (delivery ? [{ start: `${from}T00:00:00Z`, delivery }] : []);
  }
}

/** The figures of a page that are not what the graph answers, each in words. */
export async function wrongFigures(
  page: Page,
): Promise<{ readonly compared: number; readonly wrong: readonly string[] }> {
  const shown = await figuresOf(page);
  const asked = new Map<string, Promise<Sums>>();
  const wrong: string[] = [];
  for (const figure of shown) {
    const { text, value, metric, unit, ...question } = figure;
    // All figures of one scope have one answer.
    const key = JSON.stringify({ ...question, currency: currencyOf(unit) });
    const answer = asked.get(key) ?? answered(page, figure);
    asked.set(key, answer);
    const expected = METRICS[metric]?.(await answer) ?? null;
    const isRight =
      expected === null || value === ''
        ? (expected === null || expected === 0) && value === ''
        : Math.abs(Number(value) - expected) <= 1e-6 + Math.abs(expected) * 1e-6;
    if (!isRight) wrong.push(`${metric} ${key}: shown ${text} (${value}), answered ${expected}`);
  }
  return { compared: shown.length, wrong };
}
