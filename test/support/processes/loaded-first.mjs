/**
 * Loads the compiled service, before `built.mjs` if both are given to Node: a loader of modules costs more than a second
 * for those of the service, and these need none.
 */
await import('../../../dist/app.js');
