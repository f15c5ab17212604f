import type { GraphQLOutputType } from 'graphql';
import type { Value } from '../../domain/resource/plan.ts';
import { figuresAsked } from '../delivery/figures-asked.ts';
import { type DeferredField, placeholder } from './deferred-field.ts';
import { NotCompiled } from './not-compiled.ts';
import type { Planning } from './planning.ts';
import { argumentsOf, type Field, type Nodes, typeName, type Variables } from './walk.ts';
import { readerOf, type Writer, writerOf } from './writer.ts';

/** A field whose value is written once the rows are known. */
export function planDeferred(planning: Planning, deferred: DeferredField, field: Field, nodes: Nodes): Value {
  const read = argumentsOf(field, nodes);
  const { write, most } = writerFor(planning, deferred, field.type, nodes);
  const figures = figuresAsked(planning.reading, field.type, nodes);
  const open = (variables: Variables) => ({ load: deferred.open({ args: read(variables), figures }), write });
  const { variables } = planning.reading;
  open(variables);
  const index = planning.deferred.push(open) - 1;
  const items = deferred.mostItems?.(read(variables)) ?? 1;
  return { is: 'expression', sql: placeholder(index, deferred), most: deferred.mostBytes ?? items * most };
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
      if (!resolve || readsMore) throw new NotCompiled(`${object.name}.${field.name}`);
      return { name, resolve, writer: writerFor(planning, deferred, field.type, below) };
    }),
  );
}
