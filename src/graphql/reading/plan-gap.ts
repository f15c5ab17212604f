import type { GraphQLOutputType } from 'graphql';
import type { Resource } from '../../domain/resource/definition.ts';
import type { Value } from '../../domain/resource/plan.ts';
import { figuresAsked } from '../delivery/figures-asked.ts';
import { gapOf, gapSql, questionIn } from '../delivery/gaps.ts';
import { NotCompiled } from './not-compiled.ts';
import type { Planning } from './planning.ts';
import { argumentsOf, type Field, type Nodes, typeName, type Variables } from './walk.ts';
import { readerOf, type Writer, writerOf } from './writer.ts';

/** A field of delivery: its value is written once the rows are known. */
export function planGap(planning: Planning, resource: Resource, field: Field, nodes: Nodes): Value {
  const given = argumentsOf(field, nodes);
  const read = (variables: Variables) => given(variables) as Parameters<typeof gapOf>[2];
  const { variables } = planning.reading;
  const gap = gapOf(resource.name, field.name, read(variables));
  const { write, most } = writerFor(planning, field.type, nodes);
  const figures = figuresAsked(planning.reading, field.type, nodes);
  const question = (variables: Variables) => questionIn(field.name, read(variables));
  const open = (variables: Variables) => ({ gap, figures, question: question(variables), write });
  open(variables);
  const index = planning.gaps.push(open) - 1;
  return { is: 'expression', sql: gapSql(index, gap), most: gap.points * most };
}

function writerFor(planning: Planning, type: GraphQLOutputType, nodes: Nodes): Writer {
  return writerOf(type, (object) =>
    planning.walk.parts(object, nodes, (name, field, below) => {
      if (!field) return { name, text: typeName(object) };
      const resolve = readerOf(field);
      if (!resolve) throw new NotCompiled(`${object.name}.${field.name}`);
      return { name, resolve, writer: writerFor(planning, field.type, below) };
    }),
  );
}
