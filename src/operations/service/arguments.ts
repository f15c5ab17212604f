const USAGE = `Usage: node dist/main.js

Starts the service. It takes no arguments: its settings are environment variables (docs/settings.md).
All other commands: npm run flightline -- --help`;

/** Returns what to print and the exit code if the service was started with arguments, which it does not take. */
export function answerArguments([argument]: readonly string[]): { text: string; code: 0 | 2 } | undefined {
  if (argument === undefined) return undefined;
  if (argument === '--help' || argument === '-h') return { text: USAGE, code: 0 };
  return { text: `Unknown argument: ${argument}\n\n${USAGE}`, code: 2 };
}
