import type { CodegenConfig } from '@graphql-codegen/cli';

/** `npm run codegen`: typed documents for everything that queries in `gql` tagged text. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['test/**/*.ts', '!test/generated/**'],
  ignoreNoDocuments: true,
  importExtension: '.ts',
  generates: {
    'test/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        scalars: {
          DateTime: 'string',
          Timestamp: 'string',
          JSON: 'unknown',
          SafeInt: 'number',
          Currency: 'string',
          TimeZone: 'string',
          URL: 'string',
          ListedValue: 'string',
        },
      },
    },
  },
};

export default config;
