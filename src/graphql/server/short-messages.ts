/** GraphQL repeats a refused value whole, once for each thing that is wrong with it. */
const LONGEST_MESSAGE = 500;

export function shortened(message: string): string {
  return message.length <= LONGEST_MESSAGE ? message : `${message.slice(0, LONGEST_MESSAGE)}…`;
}

/** For an error that is kept: until a stack is read it holds all that its functions held, some 60 kB. */
export function withoutStack<T extends Error>(error: T): T {
  error.stack = error.message;
  return error;
}
