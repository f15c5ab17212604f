interface Part {
  readonly className: 'bar-flight' | 'bar-past' | 'bar-now';
  /** Shares of the whole. */
  readonly from: number;
  readonly to: number;
}

interface Props {
  readonly parts: readonly Part[];
}

const WIDTH = 1000;
const LEAST = 3;
const within = (share: number): number => Math.min(1, Math.max(0, share));

/** Shares of a whole on one bar. Drawn as SVG: the strict policy has no styles in line. The figures stand beside it. */
export function Bar({ parts }: Props) {
  return (
    <svg viewBox={`0 0 ${WIDTH} 18`} preserveAspectRatio="none" className="bar" aria-hidden="true">
      <rect className="bar-ground" width={WIDTH} height="18" />
      {parts.map(({ className, from, to }) => (
        <rect
          key={className}
          className={className}
          x={Math.min(WIDTH - LEAST, within(from) * WIDTH)}
          width={Math.max(LEAST, (within(to) - within(from)) * WIDTH)}
          height="18"
        />
      ))}
    </svg>
  );
}
