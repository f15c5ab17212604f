import type { ResourceContext } from '../context.ts';
import { Problems } from '../define/input.ts';
import type { Resource } from '../define/resource.ts';
import { byId } from '../define/rows.ts';
import { NotFoundError } from '../errors.ts';
import { type Conditions, predicatesIn } from '../filter/conditions.ts';
import type { ListDefinition } from '../filter/list-fields.ts';
import { idParameter, type ListParameters, parseList } from '../filter/listing.ts';
import { compileValue } from './compile.ts';
import type { Member } from './plan.ts';
import { read } from './read.ts';
import { restMembers } from './rest.ts';
import { rewriteStored } from './statement/stored-json.ts';
import { statementFor } from './statement-cache.ts';

/** JSON text that the database wrote. It is sent to the caller unchanged. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Returns one row with REST's names, read in one statement. `more` are additional fields. Throws
 * NotFoundError if the row does not exist.
 */
export async function answerOne(options: {
  ctx: ResourceContext;
  resource: Resource;
  id: number;
  more?: readonly Member[];
}): Promise<JsonText> {
  const { ctx, resource, id, more = [] } = options;
  const statement = statementFor(`one ${resource.name}`, () =>
    compileValue('rest', {
      is: 'one',
      rows: { resource, column: 'id', argument: 0 },
      members: [...restMembers(resource), ...more],
    }),
  );
  const values = { arguments: [byId(id).id], pages: [] };
  const operation = `one ${resource.name}`;
  return found(resource, await read({ ctx, statement, values, operation }));
}

/** The owner of a list's rows: the parameter that contains its ID, and the column that refers to it. */
export interface Owner {
  readonly parameter: string;
  /** The value of the parameter as it was sent. */
  readonly sent: string | undefined;
  readonly resource: Resource;
  readonly column: string;
  readonly required?: boolean;
}

/**
 * Returns a page of a resource's rows with REST's names, read in one statement. Throws NotFoundError if the
 * owner does not exist.
 */
export async function answerPage(options: {
  ctx: ResourceContext;
  resource: Resource;
  list: ListDefinition;
  input: ListParameters;
  owner?: Owner;
}): Promise<JsonText> {
  const { ctx, resource, list, input, owner } = options;
  const problems = new Problems();
  const ownerId = owner && idParameter(problems, owner.parameter, owner.sent);
  if (owner?.required && owner.sent === undefined) problems.add(owner.parameter, 'is required');
  const { query, skip, take, order, conditions: filter } = parseList({ ctx, input, list, problems });
  const conditions = [...searchedFor(list, query), ...filter];

  const shape = [
    resource.name,
    take,
    order.column,
    order.direction,
    ...predicatesIn(conditions).map(({ column, operator }) => `${column}:${operator}`),
    ownerId !== undefined,
  ];
  const statement = statementFor(shape.join(' '), () => {
    const page = {
      index: 0,
      limit: take,
      order,
      backward: false,
      conditions,
      hasPosition: false,
      skips: true,
    } as const;
    const rows = { is: 'rows', page, members: restMembers(resource) } as const;
    if (!owner || ownerId === undefined) return compileValue('rest', { ...rows, rows: { resource } });
    return compileValue('rest', {
      is: 'within',
      rows: { resource: owner.resource, column: 'id', argument: 0 },
      value: { ...rows, rows: { resource, column: owner.column, ownerColumn: 'id' } },
    });
  });
  const values = {
    arguments: [byId(ownerId ?? 0).id],
    pages: [{ values: predicatesIn(conditions).map(({ value }) => value), position: undefined, skip }],
  };
  const operation = `page of ${resource.name}`;
  return found(owner?.resource ?? resource, await read({ ctx, statement, values, operation }));
}

function searchedFor({ search }: ListDefinition, query: string | undefined): Conditions {
  return search && query ? [{ column: search, operator: 'contains', value: query, nullable: false }] : [];
}

/** Throws NotFoundError for `null`, which means that the row does not exist. */
function found({ one }: Resource, text: string): JsonText {
  if (text === 'null') throw new NotFoundError(one);
  return new JsonText(rewriteStored(text));
}
