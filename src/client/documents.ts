/** Predefined operations and the types of the schema, generated from `documents/`. */
export * from './generated/graphql.ts';
