import { isKeyOf } from '../../../platform/text/typed.ts';
/** One column of a list's CSV file. An optional column may be absent or empty. */
export interface Column {
  readonly name: string;
  readonly type: 'text' | 'int' | 'numeric';
  readonly required?: true;
  /** The maximum length in characters. */
  readonly max?: number;
  readonly oneOf?: readonly string[];
  readonly pattern?: RegExp;
}

/**
 * How one list is replaced from its file. Rows are first copied to the temporary table `staged`, which has `line` and
 * the columns by name; `clear` and `store` then run in one transaction.
 */
interface ListDefinition {
  readonly columns: readonly Column[];
  /** Columns whose values must be unique together. */
  readonly key: readonly string[];
  readonly clear: string;
  readonly store: string;
}

const text = (name: string, more: Partial<Column> = {}): Column => ({
  name,
  type: 'text',
  max: 255,
  ...more,
});
const integer = (name: string, more: Partial<Column> = {}): Column => ({ name, type: 'int', ...more });
const amount = (name: string): Column => ({ name, type: 'numeric', required: true });
const required = { required: true } as const;
const status = text('status', { required: true, oneOf: ['ACTIVE', 'INACTIVE'] });

const entries = (list: string, pattern?: RegExp): ListDefinition => ({
  columns: [text('value', { ...required, ...(pattern && { pattern }) }), text('name', required)],
  key: ['value'],
  clear: `DELETE FROM dictionary_entry WHERE list = '${list}'`,
  store: `INSERT INTO dictionary_entry (list, position, value, name)
          SELECT '${list}', line, value, name FROM staged`,
});

/** Lists of plain texts, one per language, such as `call_to_action_text:es`. */
const texts = (list: string, numbered: boolean): ListDefinition => ({
  columns: [
    ...(numbered ? [integer('id', required)] : []),
    text('language', { ...required, pattern: /^[a-z]{2}$/ }),
    text('value', required),
  ],
  key: ['language', 'value'],
  clear: `DELETE FROM dictionary_entry WHERE starts_with(list, '${list}:')`,
  store: `INSERT INTO dictionary_entry (list, position, value, number)
          SELECT '${list}:' || language, line, value, ${numbered ? 'id' : 'NULL'} FROM staged`,
});

const segments = (list: string): ListDefinition => ({
  columns: [
    integer('value', required),
    text('name', required),
    text('description', { max: 1000 }),
    integer('parentId'),
    text('dataProvider'),
    status,
    text('countryCodes', { pattern: /^[A-Z]{2}( [A-Z]{2})*$/, max: 1000 }),
    integer('audienceSize'),
  ],
  key: ['value'],
  clear: `DELETE FROM interest_segment WHERE list = '${list}'`,
  store: `INSERT INTO interest_segment (list, value, name, description, parent_id, data_provider, status,
            country_codes, audience_size)
          SELECT '${list}', value, name, description, "parentId", "dataProvider", status,
            coalesce(string_to_array("countryCodes", ' '), '{}'), "audienceSize" FROM staged`,
});

/** A location that a line targets is not deleted when a new list lacks it, but it is no longer returned. */
const locations: ListDefinition = {
  columns: [
    integer('woeid', required),
    integer('parentWoeid'),
    text('type', required),
    text('name', required),
    text('countryCode', { pattern: /^[A-Z]{2}$/ }),
    text('code'),
  ],
  key: ['woeid'],
  clear: `WITH gone AS (
            DELETE FROM location l
            WHERE NOT EXISTS (SELECT FROM staged s WHERE s.woeid = l.woeid)
              AND NOT EXISTS (SELECT FROM line_geo g WHERE g.woeid = l.woeid))
          UPDATE location l SET retired = true
          WHERE NOT EXISTS (SELECT FROM staged s WHERE s.woeid = l.woeid)
            AND EXISTS (SELECT FROM line_geo g WHERE g.woeid = l.woeid)`,
  store: `INSERT INTO location (woeid, parent_woeid, type, name, name_key, name_tail, country_code, code)
          SELECT woeid, "parentWoeid", type, name, lower(name), reverse(lower(name)), "countryCode", code FROM staged
          ON CONFLICT (woeid) DO UPDATE SET
            (parent_woeid, type, name, name_key, name_tail, country_code, code, retired) =
            (excluded.parent_woeid, excluded.type, excluded.name, excluded.name_key,
             excluded.name_tail, excluded.country_code, excluded.code, false)`,
};

const currencies: ListDefinition = {
  columns: [
    text('value', { ...required, pattern: /^[A-Z]{3}$/ }),
    text('name', required),
    amount('minCampaignBudget'),
    amount('minBidCpm'),
    amount('minBidCpmVideo'),
    amount('minBidCpv'),
    amount('minBidCpc'),
  ],
  key: ['value'],
  clear: `DELETE FROM dictionary_entry WHERE list = 'currency'`,
  store: `INSERT INTO dictionary_entry (list, position, value, name, detail)
          SELECT 'currency', line, value, name, jsonb_build_object(
            'minCampaignBudget', "minCampaignBudget", 'minBidCpm', "minBidCpm",
            'minBidCpmVideo', "minBidCpmVideo", 'minBidCpv', "minBidCpv", 'minBidCpc', "minBidCpc")
          FROM staged`,
};

const devices: ListDefinition = {
  columns: [integer('id', required), text('value', required), text('name', required), text('parent')],
  key: ['value'],
  clear: `DELETE FROM dictionary_entry WHERE list = 'device'`,
  store: `INSERT INTO dictionary_entry (list, position, value, name, number, parent)
          SELECT 'device', line, value, name, id, parent FROM staged`,
};

const categories: ListDefinition = {
  columns: [integer('id', required), integer('parentId'), text('name', required)],
  key: ['id'],
  clear: 'DELETE FROM category',
  store: 'INSERT INTO category (id, parent_id, name) SELECT id, "parentId", name FROM staged',
};

const sites: ListDefinition = {
  columns: [
    integer('id', required),
    text('value', required),
    text('name', required),
    text('category', { ...required, pattern: /^[A-Z0-9_]+$/ }),
    text('group'),
  ],
  key: ['value'],
  clear: 'DELETE FROM supported_site',
  store: `INSERT INTO supported_site (id, value, name, category, group_value)
          SELECT id, value, name, category, "group" FROM staged`,
};

const siteGroups: ListDefinition = {
  columns: [integer('id', required), text('value', required), text('name', required), status],
  key: ['value'],
  clear: 'DELETE FROM site_group',
  store: 'INSERT INTO site_group (id, value, name, status) SELECT id, value, name, status FROM staged',
};

/** The lists that can be loaded, by their names in the dictionary's paths. */
export const LISTS = {
  language: entries('language', /^[a-z]{2}$/),
  country: entries('country', /^[A-Z]{2}$/),
  timezone: entries('timezone'),
  currency: currencies,
  device: devices,
  call_to_action_text: texts('call_to_action_text', false),
  flash_sale_countdown_prefix_text: texts('flash_sale_countdown_prefix_text', true),
  woeid: locations,
  category: categories,
  bbsxd_supported_sites: sites,
  bbsxd_supported_site_groups: siteGroups,
  exchange: entries('exchange', /^[1-9][0-9]{0,8}$/),
  supply_group: entries('supply_group', /^[1-9][0-9]{0,8}$/),
  interest_segments_platform: segments('platform'),
  interest_segments_data_providers: segments('data_providers'),
  interest_segments_3p: segments('3p'),
} as const satisfies Record<string, ListDefinition>;

export type ListName = keyof typeof LISTS;

/** The list of the operator's own segments is named after its brand in paths and on the command line. */
export function listName(kind: string, operator: string): ListName | undefined {
  if (kind === `interest_segments_${operator}`) return 'interest_segments_platform';
  return isKeyOf(LISTS, kind) ? kind : undefined;
}
