/** GraphQL repeats a refused value whole, once for each thing that is wrong with it. */
const LONGEST_MESSAGE = 500;

export function shortened(message: string): string {
  return message.length <= LONGEST_MESSAGE ? message : `${message.slice(0, LONGEST_MESSAGE)}…`;
}
