/**
 * What an answer says, however it is wrapped: each value with its name, in order. `"Line:7"` and 7 are one ID, and
 * moments are the same in any notation.
 */
export function contentOf(answer: unknown): string[] {
  const content: string[] = [];
  const visit = (name: string, value: unknown) => {
    if (Array.isArray(value)) for (const item of value) visit(name, item);
    else if (value !== null && typeof value === 'object')
      for (const [name, inner] of Object.entries(value)) visit(name, inner);
    else content.push(`${name}: ${plain(value)}`);
  };
  visit('', answer);
  return content;
}

function plain(value: unknown): string {
  const text = String(value).replace(/^[A-Za-z]+:(?=\d+$)/, '');
  return /^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toISOString() : text;
}
