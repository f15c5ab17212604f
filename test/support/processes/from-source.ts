const LOADER = new URL('../../../scripts/typescript.mjs', import.meta.url).href;

/** Arguments of Node with which it runs TypeScript. */
export const FROM_SOURCE: string[] = ['--import', LOADER];
