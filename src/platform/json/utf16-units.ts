/** Returns the UTF-16 code units of a text. Reading them from a typed array is faster than from the text. */
export function utf16Units(text: string): Uint16Array {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}
