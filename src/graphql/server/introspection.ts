import { GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Config } from '../../config.ts';
import { withoutHint } from './mask.ts';

/** With introspection off, neither `__schema` nor a hint in an error message shows what the schema has. */
export function useIntrospectionSetting({ introspection }: Pick<Config, 'introspection'>): Plugin {
  if (introspection !== 'off') return {};
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(NoSchemaIntrospectionCustomRule);
      return ({ valid, result, setResult }) => {
        if (!valid) setResult(result.map(quiet));
      };
    },
  };
}

function quiet(error: Error): GraphQLError {
  const { nodes = null, extensions = {} } = error instanceof GraphQLError ? error : {};
  return new GraphQLError(withoutHint(error.message), { nodes, extensions });
}
