/** Every chunk of a body takes 3 µs and some 300 bytes of memory, even if it is a single byte. */
const MAX_CHUNKS = 1_000;
const BYTES_PER_CHUNK = 64;

export const TOO_SMALL_MESSAGE = `The chunks of the request body are too small: beyond ${MAX_CHUNKS}, they must be ${BYTES_PER_CHUNK} bytes long on average.`;

/** Returns whether a body arrives in so many chunks that receiving them takes longer than processing it. */
export const areChunksTooSmall = ({
  chunks,
  bytes,
}: {
  readonly chunks: number;
  readonly bytes: number;
}): boolean => chunks > MAX_CHUNKS + bytes / BYTES_PER_CHUNK;
