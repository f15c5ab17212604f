import type { Expression } from '../../../resources/define/expression.ts';
import { answerOne, type JsonText } from '../../../resources/read/answer.ts';
import type { DomainContext } from '../../context.ts';
import { NATIVE_LIST } from './definition.ts';

/** Returns a native list with its items. Throws NotFoundError. */
export function getNativeList(options: { ctx: DomainContext; id: number }): Promise<JsonText> {
  return answerOne({
    ...options,
    resource: NATIVE_LIST,
    more: [{ name: 'items', value: { is: 'expression', sql: itemsSql } }],
  });
}

const itemsSql: Expression = ({ column }) =>
  `'[' || coalesce((SELECT string_agg('{"itemName":' || to_json(name)::text || '}', ',' ORDER BY place)
    FROM unnest(${column('items')}) WITH ORDINALITY AS item (name, place)), '') || ']'`;
