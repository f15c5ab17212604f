import { createInterface } from 'node:readline/promises';

/**
 * Asks the operator a question on the terminal. Returns false without a terminal, so that scripts never
 * wait. The default is no.
 */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
