import type { GraphQLSchema } from 'graphql';
import { currentTracer, traced } from '../../platform/tracing/span.ts';

/** Makes each query and mutation a span, named after its root field. */
export function withSpans(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(type?.getFields() ?? {})) {
      const { resolve } = field;
      if (!resolve) continue;
      field.resolve = (source, args, ctx, info) => {
        if (!currentTracer()) return resolve(source, args, ctx, info);
        return traced({ name: field.name }, async () => await resolve(source, args, ctx, info));
      };
    }
  return schema;
}
