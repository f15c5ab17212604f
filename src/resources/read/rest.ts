import { partOf, recordOrEmpty } from '../../platform/text/typed.ts';
import { formatInstant } from '../../platform/time/instant.ts';
import type { ResourceContext } from '../context.ts';
import { isRecord } from '../define/input.ts';
import type { Field, Resource } from '../define/resource.ts';
import type { Member } from './plan.ts';
import { resourceOf } from './registry.ts';

/**
 * The representation of a resource in REST: the fields of its definition with REST's names, the rows that
 * belong to it, and its passthrough fields. Written twice: for statements, and for rows that verbs return.
 */

export function restMembers(resource: Resource): Member[] {
  return [
    ...shownFields(resource).map(
      ([name, field]): Member => ({
        name,
        value: { is: 'field', field },
        ...(isLeftOut(field) && { omitWhenNull: true }),
      }),
    ),
    ...shownParts(resource).map(([name, { to, column }, part]): Member => {
      const rows = { resource: part, column, ownerColumn: 'id' };
      return { name, value: { is: to === 'many' ? 'many' : 'one', rows, members: restMembers(part) } };
    }),
    ...(resource.passthrough === undefined
      ? []
      : [
          { name: resource.passthrough, value: { is: 'passthrough' as const, column: resource.passthrough } },
        ]),
  ];
}

/** Returns a column of a row of any model. */
const columnOf = (row: object, column: string): unknown => Reflect.get(row, column);

/** A row with what belongs to it, as `restMembers` shows it. */
export function restRow(ctx: ResourceContext, resource: Resource, row: object): Record<string, unknown> {
  const fields = shownFields(resource).flatMap(([name, field]) => {
    const value = shownValue(ctx, field, row);
    const isHidden = field.shownTo?.(ctx.seat) === false || (field.omitWhenNull && value === null);
    return isHidden ? [] : [[name, value] as const];
  });
  const parts = shownParts(resource).map(([name, { stored }, part]) => {
    const rows = columnOf(row, stored);
    const shown = Array.isArray(rows)
      ? rows.map((one) => restRow(ctx, part, one))
      : isRecord(rows)
        ? restRow(ctx, part, rows)
        : rows;
    return [name, shown] as const;
  });
  const passthrough = resource.passthrough === undefined ? undefined : columnOf(row, resource.passthrough);
  return { ...Object.fromEntries([...fields, ...parts]), ...recordOrEmpty(passthrough) };
}

const isLeftOut = ({ omitWhenNull, shownTo }: Field): boolean =>
  omitWhenNull === true || shownTo !== undefined;

const shownFields = ({ fields }: Resource): [string, Field][] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const { rest = name } = field;
    return rest === false ? [] : [[rest, field]];
  });

/** Returns the relations to rows that only belong to this resource: schedules, fees, a countdown. */
const shownParts = ({ relations }: Resource) =>
  Object.entries(relations).flatMap(
    ([name, { to, resource, column, relation: stored = name, rest = name }]) => {
      const part = resourceOf(resource);
      const isPart = to === 'many' || to === 'only';
      return isPart && part ? [[rest, { to, column, stored }, part] as const] : [];
    },
  );

function shownTime(kind: Field['kind'], time: Date): string | number {
  if (kind === 'epoch') return time.getTime();
  return kind === 'instant' ? formatInstant(time) : time.toISOString();
}

function shownValue(ctx: ResourceContext, { kind, column, renamed }: Field, row: object): unknown {
  const [first = '', inner] = column.split('.');
  const own = columnOf(row, first);
  const value = inner === undefined ? own : partOf(own, inner);
  if (value == null) return null;
  if (value instanceof Date) return shownTime(kind, value);
  if (typeof value === 'bigint') return Number(value);
  return renamed ? renamed.shown(ctx, String(value)) : value;
}
