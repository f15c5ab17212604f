import { isKeyOf } from '../../../platform/text/typed.ts';

/**
 * Types that have delivery: the table of their rows (`n`) with the advertiser (`a`), the condition on their facts
 * (`d`), and the additional one on facts of delivery, which are also summed by line.
 */
export const LEVELS = {
  Advertiser: {
    rows: 'advertiser n JOIN advertiser a ON a.id = n.id',
    line: '0',
    facts: 'd.advertiser_id = n.advertiser_id',
    spans: 'd.ad_id < 0',
  },
  Campaign: {
    rows: 'campaign n JOIN advertiser a ON a.id = n.advertiser_id',
    line: '0',
    facts: 'd.campaign_id = n.id AND d.advertiser_id = n.advertiser_id',
    spans: 'd.ad_id < 0',
  },
  Line: {
    rows: 'line n JOIN advertiser a ON a.id = n.advertiser_id',
    line: 'n.id',
    facts: 'd.line_id = n.id AND d.advertiser_id = n.advertiser_id',
    spans: 'd.ad_id = -1',
  },
  Ad: {
    rows: 'ad n JOIN line l ON l.id = n.line_id JOIN advertiser a ON a.id = l.advertiser_id',
    line: 'n.line_id',
    facts: 'd.line_id = n.line_id AND d.ad_id = n.id AND d.advertiser_id = n.advertiser_id',
    spans: 'd.ad_id > 0',
  },
} as const;
export type Level = keyof typeof LEVELS;

/** Returns the level with the name of its type. */
export function levelOf(type: string): Level {
  if (isKeyOf(LEVELS, type)) return type;
  throw new Error(`${type} has no delivery.`);
}
