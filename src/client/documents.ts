/** Ready operations and the types of the schema; made by codegen from `documents/`. */
export * from './generated/graphql.ts';
