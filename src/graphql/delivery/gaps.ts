import type { DomainContext } from '../../domain/context.ts';
import type { Figures } from '../../domain/delivery/metrics.ts';
import { type PacedFlight, type Pacing, readPacings } from '../../domain/delivery/pacing.ts';
import type { Question } from '../../domain/delivery/question.ts';
import { type Asked, type Point, readDelivery } from '../../domain/delivery/read.ts';
import { LEVELS, levelOf } from '../../domain/delivery/sql.ts';
import type { Expression } from '../../domain/resource/expression.ts';
import type { Writer } from '../reading/writer.ts';
import { daysAsked } from './arguments.ts';
import { deliveryOf, questionOf, seriesOf, stepsOf } from './delivers.ts';
import { shownPacing } from './pacing.ts';

/**
 * Fields of delivery in a compiled read. The statement leaves a gap for each, which names what the field is about; all
 * gaps of an answer are then filled from one reading of delivery, and one of pacing.
 */
export type Gap = {
  /** What the field is about, as text: an ID, or those of a line and its flight. */
  readonly about: Expression;
  /** Most points that fill it. */
  readonly points: number;
} & (OfDelivery | OfPacing);

interface OfDelivery {
  readonly is: 'delivery';
  readonly ask: (about: string, question: Question, figures: Figures) => Asked;
  /** The field's value from the points of what was asked. */
  readonly value: (question: Question, points: readonly Point[]) => unknown;
}

interface OfPacing {
  readonly is: 'pacing';
  readonly ask: (about: string) => PacedFlight;
}

type Arguments = Parameters<typeof questionOf>[0] & { interval?: Question['interval'] };

export const isGap = (type: string, field: string): boolean =>
  ((field === 'delivery' || field === 'deliverySeries') && type in LEVELS) ||
  (field === 'pacing' && (type === 'Line' || type === 'LineSchedule'));

/** The question that the arguments of a field ask; throws what its resolver throws. */
export const questionIn = (field: string, args: Arguments): Question | undefined =>
  field === 'pacing' ? undefined : questionOf(args, args.interval ?? null);

export function gapOf(type: string, field: string, args: Arguments): Gap {
  if (field === 'pacing') return type === 'Line' ? PACING_OF_LINE : PACING_OF_FLIGHT;
  const isSeries = field === 'deliverySeries';
  return {
    is: 'delivery',
    about: ({ column }) => `${column('id')}::text`,
    points: isSeries ? stepsOf(args.interval ?? null, daysAsked(args.range)) : 1,
    ask: (about, question, figures) => ({
      level: levelOf(type),
      id: Number(about),
      about: question,
      figures,
    }),
    value: (question, points) => (isSeries ? seriesOf(question, points) : deliveryOf(question, points)),
  };
}

const PACING_OF_LINE: Gap = {
  is: 'pacing',
  about: ({ column }) => `${column('id')}::text`,
  points: 1,
  ask: (about) => ({ lineId: Number(about) }),
};
const PACING_OF_FLIGHT: Gap = {
  is: 'pacing',
  about: ({ column }) => `${column('lineId')} || ' ' || ${column('id')}`,
  points: 1,
  ask: (about) => {
    const [lineId = 0, flightId] = about.split(' ').map(Number);
    return { lineId, flightId };
  },
};

/** A gap of one reading: with the question of the call, and what writes its value. */
export interface OpenGap {
  readonly gap: Gap;
  readonly question: Question | undefined;
  /** What the answer shows. */
  readonly figures: Figures;
  readonly write: Writer['write'];
}

/** Text of an answer has neither character: JSON escapes them. */
const [OPEN, CLOSE] = ['\u0001', '\u0002'];

/** SQL of a gap in the text of a statement. */
export const gapSql =
  (index: number, { about }: Gap): Expression =>
  (row) =>
    `chr(1) || '${index} ' || ${about(row)} || chr(2)`;

/** The answer with its gaps filled. Throws what the executor is to say in its own words. */
export async function fillGaps(options: {
  ctx: DomainContext;
  text: string;
  gaps: readonly OpenGap[];
  /** Is told the statement that reads delivery. */
  onStatement?: ((text: string) => void) | undefined;
}): Promise<string> {
  const { ctx, text, gaps, onStatement } = options;
  if (gaps.length === 0 || !text.includes(OPEN)) return text;
  const moment = ctx.now();
  const at = { ...ctx, now: () => moment };
  const asked: { delivery: Asked[]; pacing: PacedFlight[] } = { delivery: [], pacing: [] };
  const parts = text.split(OPEN).map((part, index): Part => {
    if (index === 0) return { rest: part };
    const [space, end] = [part.indexOf(' '), part.indexOf(CLOSE)];
    const open = gaps[Number(part.slice(0, space))];
    if (!open) throw new Error('A gap that nobody left.');
    return { rest: part.slice(end + 1), open, read: ask(open, part.slice(space + 1, end), asked) };
  });
  const [points, pacings] = await Promise.all([
    asked.delivery.length > 0 ? readDelivery(at, asked.delivery, { onStatement }) : [],
    readPacings(at, asked.pacing, { onStatement }),
  ]);
  return parts
    .map(({ rest, open, read }) => (open && read ? open.write(read({ points, pacings })) + rest : rest))
    .join('');
}

interface Found {
  readonly points: readonly Point[][];
  readonly pacings: readonly (Pacing | null)[];
}

interface Part {
  /** The text after the gap. */
  readonly rest: string;
  readonly open?: OpenGap;
  readonly read?: (found: Found) => unknown;
}

/** Adds what the gap asks to what is asked; the answer reads its value from what was found. */
function ask(
  { gap, question, figures }: OpenGap,
  about: string,
  asked: { readonly delivery: Asked[]; readonly pacing: PacedFlight[] },
): (found: Found) => unknown {
  if (gap.is === 'pacing') {
    const at = asked.pacing.push(gap.ask(about)) - 1;
    return ({ pacings }) => shownPacing(pacings[at]);
  }
  if (!question) throw new Error('A gap of delivery without a question.');
  const at = asked.delivery.push(gap.ask(about, question, figures)) - 1;
  return ({ points }) => gap.value(question, points[at] ?? []);
}
