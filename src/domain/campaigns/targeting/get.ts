import { query } from '../../../platform/database/connection/client.ts';
import { byId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { visibleLines } from '../line/visible.ts';

interface Place {
  readonly woeid: number;
  readonly type: string;
  readonly name: string;
}

/** A line's targets of the enabled types. */
export interface Targeting {
  /** The line's ID. */
  readonly id: number;
  readonly types: readonly { name: string; isTargeted: boolean }[];
  readonly geos: readonly Place[];
  /** Places where the line does not deliver. */
  readonly excludedGeos: readonly Place[];
  /** Blocked lists: `exclude` is always true. */
  readonly nativeLists: readonly { id: number; name: string; exclude: boolean }[];
  readonly funnelAttributes: readonly {
    /** In days. */
    lookBack: number;
    funnelType: string;
    productSetId: number;
    exclude: boolean;
  }[];
}

export async function getTargeting(options: { ctx: DomainContext; lineId: number }): Promise<Targeting> {
  const { ctx, lineId } = options;
  const { id } = byId(lineId);
  const { seatId } = visibleLines(ctx);
  const [row] = await query<{ targeting: string }>(ctx.db, { text: TARGETING, values: [seatId, id] });
  if (!row) throw new NotFoundError('Line');
  return targetingFrom(row.targeting);
}

interface TargetingRow
  extends Pick<Targeting, 'id' | 'types'>,
    Partial<Pick<Targeting, 'nativeLists' | 'funnelAttributes'>> {
  readonly places?: readonly (Place & { readonly excluded: boolean })[];
}

/** The parts of a line's targeting that are to be read. */
type Parts = { has(part: 'geos' | 'excludedGeos' | 'nativeLists' | 'funnelAttributes'): boolean };

/**
 * SQL: the targeting of a line that the caller can see, as JSON text for `targetingFrom`. Parts that are not read are
 * empty there.
 */
export function targetingSql(line: string, parts: Parts): string {
  const listOf = (name: string, members: string, from: string, order: string): string =>
    `'${name}', (SELECT coalesce(json_agg(json_build_object(${members}) ORDER BY ${order}), '[]') FROM ${from} = ${line})`;
  const lists = [
    listOf(
      'types',
      `'name', t.name, 'isTargeted', t.is_targeted`,
      'line_target_type t WHERE t.is_targeted AND t.line_id',
      't.name',
    ),
  ];
  if (parts.has('geos') || parts.has('excludedGeos'))
    lists.push(
      listOf(
        'places',
        `'woeid', p.woeid, 'type', p.type, 'name', p.name, 'excluded', g.excluded`,
        'line_geo g JOIN location p USING (woeid) WHERE g.line_id',
        'p.woeid',
      ),
    );
  if (parts.has('nativeLists'))
    lists.push(
      listOf(
        'nativeLists',
        `'id', n.id, 'name', n.name, 'exclude', true`,
        'line_native_list b JOIN native_list n ON n.id = b.native_list_id WHERE b.line_id',
        'n.id',
      ),
    );
  if (parts.has('funnelAttributes'))
    lists.push(
      listOf(
        'funnelAttributes',
        `'lookBack', f.look_back, 'funnelType', f.funnel_type, 'productSetId', f.product_set_id, 'exclude', f.exclude`,
        'line_funnel_attribute f WHERE f.line_id',
        'f.id',
      ),
    );
  return `json_build_object('id', ${line}, ${lists.join(', ')})::text`;
}

const TARGETING = `SELECT ${targetingSql('l.id', { has: () => true })} AS targeting
  FROM line l WHERE l.seat_id = $1::int AND l.id = $2::int`;

/** Returns the targeting that `targetingSql` wrote. */
export function targetingFrom(json: string): Targeting {
  const row: TargetingRow = JSON.parse(json);
  const { id, types, places = [], nativeLists = [], funnelAttributes = [] } = row;
  const on = new Set(types.map(({ name }) => name));
  const geos = (excluded: boolean) =>
    on.has('GEOGRAPHY')
      ? places
          .filter((place) => place.excluded === excluded)
          .map(({ woeid, type, name }) => ({ woeid, type, name }))
      : [];
  return {
    id,
    types,
    geos: geos(false),
    excludedGeos: geos(true),
    nativeLists: on.has('NATIVE_LIST') ? nativeLists : [],
    funnelAttributes: on.has('TARGET_PRODUCT_FUNNEL') ? funnelAttributes : [],
  };
}
