import { type Size, sizeIn } from './banner-size.ts';

/** Wider ones are drawn smaller. */
const MAX_WIDTH = 488;
const UNKNOWN: Size = { width: 320, height: 180 };

interface Props {
  readonly name: string;
  readonly kind: string;
}

/** The room that a banner or a video takes on a page, where its picture is not stored. */
export function Banner({ name, kind }: Props) {
  const size = sizeIn(name);
  const { width, height } = size ?? UNKNOWN;
  const scale = Math.min(1, MAX_WIDTH / width);
  const told = size
    ? `${kind}, ${width} × ${height} pixels`
    : `${kind}, of a size that its name does not say`;
  return (
    <>
      <svg
        className="banner"
        viewBox={`0 0 ${width} ${height}`}
        width={width * scale}
        height={height * scale}
        role="img"
        aria-label={`${told}. Its picture is not stored here.`}
      >
        <rect className="banner-frame" width={width} height={height} />
        <path className="banner-cross" d={`M0 0L${width} ${height}M${width} 0L0 ${height}`} />
      </svg>
      <span className="muted small">
        {told}
        {scale < 1 && `, drawn at ${Math.round(scale * 100)} %`}
      </span>
    </>
  );
}
