import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** What code generators make of the schema and of the document says what every value is. */

const GENERATED = {
  'graphql-codegen with the client preset': 'src/client/generated/graphql.ts',
  'the types of openapi.json': 'src/client/generated/rest.ts',
};

test.each(Object.entries(GENERATED))('%s have neither `unknown` nor `any`', async (_what, file) => {
  const text = await readFile(file, 'utf8');
  // The class of documents and the documents themselves are the preset's own.
  const [declarations = ''] = text.split('export class TypedDocumentString');
  const types = declarations
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter((line) => !/^type Exact</.test(line));
  const vague = types.filter((line) => /\b(unknown|any)\b/.test(line.replace(/'[^']*'|"[^"]*"/g, '')));
  expect(vague).toEqual([]);
});
