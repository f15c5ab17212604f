export interface RefusedLine {
  /** The header is line 1. Records of a Parquet file count from 1. */
  line: number;
  problems: string[];
}

/** A facts file was refused. None of it was stored. */
export class FactsRefusedError extends Error {
  override name = 'FactsRefusedError';
  readonly refused: number;
  /** The first hundred refused lines. */
  readonly lines: RefusedLine[];

  constructor({ refused, lines }: { refused: number; lines: RefusedLine[] }) {
    const shown = lines.map(({ line, problems }) => `line ${line}: ${problems.join('; ')}`);
    const more = refused > lines.length ? [`and ${refused - lines.length} more`] : [];
    super(`${refused} ${refused === 1 ? 'line is' : 'lines are'} refused\n${[...shown, ...more].join('\n')}`);
    this.refused = refused;
    this.lines = lines;
  }
}
