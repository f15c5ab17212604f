/** Why a document is left to the executor. */
export class NotCompiled extends Error {}
