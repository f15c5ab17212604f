import {
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
} from 'graphql';
import { type Figure, type Figures, figuresOfField } from '../../domain/delivery/metrics.ts';
import { collect, type Reading, readingOf } from '../reading/selection.ts';

/** Types in which figures stand; besides `Delivery`, `asOf` shows one. */
const WITH_FIGURES = new Set(['Delivery', 'DeliveryPoint', 'DeliveryRow', 'DeliveryTable']);

/** The figures of delivery that a selection shows: only these are read. */
export function figuresAsked(
  reading: Reading,
  type: GraphQLOutputType,
  nodes: readonly Pick<FieldNode, 'selectionSet'>[],
): Figures {
  const figures = new Set<Figure>();
  const walk = (output: GraphQLOutputType, of: readonly Pick<FieldNode, 'selectionSet'>[]): void => {
    const object = getNamedType(output);
    if (!isObjectType(object) || !WITH_FIGURES.has(object.name)) return;
    const selected = collect(
      reading,
      object,
      of.map(({ selectionSet }) => selectionSet),
    );
    for (const [first, ...others] of selected.values()) {
      const field = first && object.getFields()[first.name.value];
      if (!field) continue;
      if (object.name === 'Delivery' || field.name === 'asOf')
        for (const figure of figuresOfField(field.name)) figures.add(figure);
      walk(field.type, [first, ...others]);
    }
  };
  walk(type, nodes);
  return figures;
}

/** Those that a resolver's own field shows. */
export const figuresShown = (info: GraphQLResolveInfo): Figures =>
  figuresAsked(readingOf(info), info.returnType, info.fieldNodes);
