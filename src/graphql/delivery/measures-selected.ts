import {
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
} from 'graphql';
import { type Measure, type Measures, measuresOfField } from '../../domain/reporting/delivery/metrics.ts';
import { collect, type Reading, readingOf } from '../reading/selection.ts';

/** Types whose fields are measures; other than in `Delivery`, `asOf` is one of them. */
const MEASURED_TYPES = new Set(['Delivery', 'DeliveryPoint', 'DeliveryRow', 'DeliveryTable']);

/** Returns the measures of delivery that a selection needs; only these are read. */
export function measuresSelected(
  reading: Reading,
  type: GraphQLOutputType,
  nodes: readonly Pick<FieldNode, 'selectionSet'>[],
): Measures {
  const measures = new Set<Measure>();
  const walk = (output: GraphQLOutputType, of: readonly Pick<FieldNode, 'selectionSet'>[]): void => {
    const object = getNamedType(output);
    if (!isObjectType(object) || !MEASURED_TYPES.has(object.name)) return;
    const selected = collect(
      reading,
      object,
      of.map(({ selectionSet }) => selectionSet),
    );
    for (const [first, ...others] of selected.values()) {
      const field = first && object.getFields()[first.name.value];
      if (!field) continue;
      if (object.name === 'Delivery' || field.name === 'asOf')
        for (const measure of measuresOfField(field.name)) measures.add(measure);
      walk(field.type, [first, ...others]);
    }
  };
  walk(type, nodes);
  return measures;
}

/** Returns the measures that a resolver's own field needs. */
export const measuresShown = (info: GraphQLResolveInfo): Measures =>
  measuresSelected(readingOf(info), info.returnType, info.fieldNodes);
