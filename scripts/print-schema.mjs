// Prints the schemas that the build serves with its default settings; `npm run schema` keeps them up to date.
import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { loadConfig, SERVICES } from '../dist/config.js';
import { schema } from '../dist/graphql/schema.js';
import { openApiDocument } from '../dist/rest/openapi/document.js';

writeFileSync('schema.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`);

const document = openApiDocument({
  settings: loadConfig({}),
  services: new Set(SERVICES),
  url: 'http://127.0.0.1:4000',
});
writeFileSync('openapi.json', `${JSON.stringify(document, null, 2)}\n`);
