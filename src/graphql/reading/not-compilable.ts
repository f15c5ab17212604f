/** Thrown for a document that is left to the executor; the message is the reason. */
export class NotCompilableError extends Error {}
