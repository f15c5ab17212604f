// Prints the GraphQL schema that the build serves; `npm run schema` keeps schema.graphql up to date.
import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../dist/graphql/schema.js';

writeFileSync('schema.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`);
