import { daySums, figuresIn, HOURS } from './sql.ts';

const SPEND = new Set(['spend'] as const);

/**
 * What lines or campaigns spent from one moment to another, in a currency: the same figure as `delivery` shows. All parts
 * are SQL; `facts` and `spans` say which rows of the roll-up (`d`) are summed.
 */
export const spentSql = (of: {
  readonly facts: string;
  readonly spans: string;
  readonly currency: string;
  readonly since: string;
  readonly until: string;
}): string =>
  `(SELECT x.spend::numeric FROM (SELECT ${figuresIn(of.currency, SPEND)} FROM (${daySums({
    keys: ['1'],
    figures: SPEND,
    currency: of.currency,
    rows: `(SELECT b.since AS start, ${HOURS} FROM (SELECT ${of.since} AS since, ${of.until} AS until) b OFFSET 0) r`,
    facts: of.facts,
    spans: of.spans,
    anyFacts: false,
  })}) s) x)`;
