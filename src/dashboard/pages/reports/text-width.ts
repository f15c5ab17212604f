/** How wide texts are in a table, in pixels with the room around them. */

const PADDING = 22;
/** Of a browser's sans-serif font at 14 pixels, where there is no page to ask. */
const USUAL_LETTER = 7.6;
/** Heads are smaller and bolder. */
const HEAD = 0.95;
const BOLD = 1.12;

let context: CanvasRenderingContext2D | null | undefined;

function measured(text: string): number {
  if (context === undefined) {
    context = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
    if (context) context.font = getComputedStyle(document.body).font;
  }
  return context?.measureText(text).width ?? text.length * USUAL_LETTER;
}

export const textWidth = (text: string): number => Math.ceil(measured(text)) + PADDING;

/** Of a total, which is bold. */
export const boldWidth = (text: string): number => Math.ceil(measured(text) * BOLD) + PADDING;

/** Of a text that goes on in a second row, broken between two words. */
export function twoLineWidth(text: string): number {
  const words = text.split(/\s+/);
  const ways = words.map((_, at) => {
    const parts = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    return Math.max(...parts.map(textWidth));
  });
  return Math.min(...ways);
}

/** Of a head with room for the arrow of its order; those of figures break into two lines. */
export function headWidth(name: string, breaks: boolean): number {
  const arrow = 12;
  const words = name.split(' ');
  const whole = measured(name) * HEAD;
  const inTwo = Math.max(whole / 2, ...words.map((word) => measured(word) * HEAD));
  return Math.ceil(breaks && words.length > 1 ? inTwo : whole) + arrow + PADDING;
}
