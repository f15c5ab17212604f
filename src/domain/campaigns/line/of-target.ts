import type { ColumnSql } from '../../../resources/define/resource.ts';

/** The lines that buy through a deal: `inventoryOf` is the same for one line. */
export const linesOfDeal = (line: ColumnSql, deal: ColumnSql): string =>
  targeting(line, { table: 'line_deal', column: 'deal_id', id: deal('id'), type: 'EXCHANGES' });

/** The lines that block a native list. */
export const linesOfNativeList = (line: ColumnSql, list: ColumnSql): string =>
  targeting(line, {
    table: 'line_native_list',
    column: 'native_list_id',
    id: list('id'),
    type: 'NATIVE_LIST',
  });

interface Target {
  /** Where it is stored that a line targets it. */
  readonly table: string;
  readonly column: string;
  readonly id: string;
  /** The target type, which a line may have switched off. */
  readonly type: string;
}

const targeting = (line: ColumnSql, { table, column, id, type }: Target): string =>
  `EXISTS (SELECT FROM ${table} target JOIN line_target_type type USING (line_id)
      WHERE target.${column} = ${id} AND target.line_id = ${line('id')}
        AND type.name = '${type}' AND type.is_targeted)`;
