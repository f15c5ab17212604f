export interface Size {
  readonly width: number;
  readonly height: number;
}

/** `300x250`, `728 × 90`: pictures have no size of their own here, and people write it into the name. */
const SIZE = /(?<![\d.])(\d{2,4})\s*[x×]\s*(\d{2,4})(?![\d.])/i;

export function sizeIn(name: string): Size | undefined {
  const [, width, height] = SIZE.exec(name) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}
