import { type GraphQLOutputType, getNamedType, isObjectType } from 'graphql';
import type { Measure } from '../../../domain/reporting/delivery/metrics.ts';
import type { Value } from '../../../resources/read/plan.ts';
import { measuresSelected } from '../../delivery/measures-selected.ts';
import { type DeferredField, placeholder, type SelectedFields } from '../deferred-field.ts';
import { deferredJson } from '../marks.ts';
import { NotCompilableError } from '../not-compilable.ts';
import { collect } from '../selection.ts';
import { argumentsOf, type Field, type Nodes, typeName, type Variables } from '../walk.ts';
import { readerOf, type Writer, writerOf } from '../writer.ts';
import type { Planning } from './planning.ts';

/** Plans a field whose value is inserted once the rows are known. */
export function planDeferred(planning: Planning, deferred: DeferredField, field: Field, nodes: Nodes): Value {
  if (planning.output === 'objects') return planLeft(planning, deferred, field, nodes);
  if (deferred.isOfExecutor) throw new NotCompilableError(field.name);
  const read = argumentsOf(field, nodes);
  const { write, maxBytes } = writerFor(planning, deferred, field.type, nodes);
  const measures = measuresSelected(planning.reading, field.type, nodes);
  const open = (variables: Variables) => ({
    load: deferred.open({ args: read(variables), measures }),
    write,
  });
  const { variables } = planning.reading;
  open(variables);
  const index = planning.deferred.push(open) - 1;
  const items = deferred.maxItems?.(read(variables)) ?? 1;
  return {
    is: 'expression',
    sql: placeholder(index, deferred, fieldsSelected(planning, field, nodes)),
    maxBytes: deferred.maxValueBytes ?? items * maxBytes,
  };
}

/** Plans a field that the executor loads. For a dry run, it must be loaded before the rollback. */
function planLeft(planning: Planning, deferred: DeferredField, field: Field, nodes: Nodes): Value {
  const index = deferred.isOfTransaction ? planOfTransaction(planning, deferred, field, nodes) : NOT_LOADED;
  const maxBytes = deferred.maxValueBytes ?? deferred.maxKeyBytes ?? MAX_OF_KEY;
  return { is: 'expression', sql: (row) => deferredJson(index, deferred.key(row, ALL)), maxBytes };
}

function planOfTransaction(planning: Planning, deferred: DeferredField, field: Field, nodes: Nodes): number {
  const read = argumentsOf(field, nodes);
  const open = (variables: Variables) => ({
    load: deferred.open({ args: read(variables), measures: new Set<Measure>() }),
    write: String,
  });
  return planning.deferred.push(open) - 1;
}

const NOT_LOADED = -1;
/** All names of a field for the executor share a value, whatever each selects of it. */
const ALL: SelectedFields = { has: () => true };
const MAX_OF_KEY = 300;

function fieldsSelected({ reading }: Planning, { type }: Field, nodes: Nodes): SelectedFields {
  const object = getNamedType(type);
  if (!isObjectType(object)) return ALL;
  const sets = nodes.map(({ selectionSet }) => selectionSet);
  return new Set([...collect(reading, object, sets).values()].map(([node]) => node?.name.value ?? ''));
}

function writerFor(
  planning: Planning,
  deferred: DeferredField,
  type: GraphQLOutputType,
  nodes: Nodes,
): Writer {
  return writerOf(type, (object) =>
    planning.walk.parts(object, nodes, (name, field, below) => {
      if (!field) return { name, text: typeName(object) };
      const resolve = readerOf(field);
      const readsMore = deferred.readsMore?.has(`${object.name}.${field.name}`);
      if (!resolve || readsMore) throw new NotCompilableError(`${object.name}.${field.name}`);
      return { name, resolve, writer: writerFor(planning, deferred, field.type, below) };
    }),
  );
}
