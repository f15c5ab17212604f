import { MediaType } from '../../../generated/graphql.ts';
import { sizeIn } from '../../ad/banner-size.ts';

/** The room of a thumbnail. */
const [WIDTH, HEIGHT] = [56, 40];
const UNKNOWN = { width: 16, height: 9 };

interface Props {
  readonly name: string;
  readonly mediaType: string;
}

/** The shape of a creative in a list. Its picture is not stored, and nothing is loaded from elsewhere. */
export function Thumb({ name, mediaType }: Props) {
  const { width, height } = sizeIn(name) ?? UNKNOWN;
  const scale = Math.min((WIDTH - 2) / width, (HEIGHT - 2) / height);
  const [w, h] = [Math.max(width * scale, 4), Math.max(height * scale, 4)];
  const [x, y] = [(WIDTH - w) / 2, (HEIGHT - h) / 2];
  return (
    <svg className="thumb" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <rect className="banner-frame" {...{ x, y }} width={w} height={h} rx="2" />
      {mediaType === MediaType.Native ? (
        <g className="thumb-text">
          <rect x={x + 4} y={y + 4} width="12" height="12" rx="2" />
          <rect x={x + 20} y={y + 5} width={w - 26} height="3" rx="1" />
          <rect x={x + 20} y={y + 11} width={w - 32} height="3" rx="1" />
          <rect x={x + 4} y={y + 20} width={w - 8} height="3" rx="1" />
        </g>
      ) : (
        <path className="banner-cross" d={`M${x} ${y}l${w} ${h}M${x + w} ${y}l${-w} ${h}`} />
      )}
      {mediaType === MediaType.Video && (
        <path className="thumb-play" d={`M${WIDTH / 2 - 5} ${HEIGHT / 2 - 7}l12 7-12 7z`} />
      )}
    </svg>
  );
}
