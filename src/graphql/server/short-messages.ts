/** GraphQL repeats a whole invalid value in the message for each problem, so messages are truncated to this length. */
const LONGEST_MESSAGE = 500;

export function shortened(message: string): string {
  return message.length <= LONGEST_MESSAGE ? message : `${message.slice(0, LONGEST_MESSAGE)}…`;
}

/**
 * For an error that is cached: until its stack is read, it references everything that its functions used, about 60 kB.
 */
export function withoutStack<T extends Error>(error: T): T {
  error.stack = error.message;
  return error;
}
