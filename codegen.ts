import type { CodegenConfig } from '@graphql-codegen/cli';

/** `json` is where the types of JSON values are, seen from what is generated. */
const scalars = (json: string) => ({
  Date: 'string',
  DateTime: 'string',
  Timestamp: 'string',
  JSON: `${json}#Json`,
  JSONObject: `${json}#JsonObject`,
  SafeInt: 'number',
  Decimal: { input: 'number | string', output: 'string' },
  Currency: 'string',
  TimeZone: 'string',
  URL: 'string',
});

/** `npm run codegen`: typed documents, of the client package's own operations and the dashboard's. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  ignoreNoDocuments: true,
  importExtension: '.ts',
  generates: {
    'src/client/generated/': {
      documents: ['src/client/documents/**/*.graphql'],
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      // Text needs no GraphQL library at run time.
      config: {
        documentMode: 'string',
        useTypeImports: true,
        enumsAsTypes: true,
        scalars: scalars('../json.ts'),
      },
    },
    'src/dashboard/generated/': {
      documents: ['src/dashboard/**/*.graphql'],
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'string',
        useTypeImports: true,
        // Lists of values that people choose from come from the schema.
        enumType: 'const',
        // The dashboard stands apart from the client package.
        scalars: { ...scalars(''), JSON: 'unknown', JSONObject: 'Record<string, unknown>' },
      },
    },
  },
};

export default config;
