import type { DomainContext } from '../../domain/context.ts';
import type { Figures } from '../../domain/delivery/metrics.ts';
import { asksOf, currentFlight, type Flight } from '../../domain/delivery/pacing.ts';
import type { Question } from '../../domain/delivery/question.ts';
import { type Asked, type Point, readDelivery } from '../../domain/delivery/read.ts';
import { LEVELS, levelOf } from '../../domain/delivery/sql.ts';
import type { Expression } from '../../domain/resource/expression.ts';
import type { Writer } from '../reading/writer.ts';
import { daysAsked } from './arguments.ts';
import { deliveryOf, questionOf, seriesOf, stepsOf } from './delivers.ts';
import { pacingFrom } from './pacing.ts';

/**
 * Fields of delivery in a compiled read. The statement leaves a gap for each, which names what the field is about; all
 * gaps of an answer are then filled from one reading of delivery.
 */
export interface Gap {
  /** What the field is about, as text: an ID, or the flights of a line. */
  readonly about: Expression;
  /** Most points that fill it. */
  readonly points: number;
  readonly ask: (call: {
    about: string;
    question: Question | undefined;
    figures: Figures;
    now: Date;
  }) => Asked[];
  /** The field's value from the points of what was asked. */
  readonly value: (call: {
    about: string;
    question: Question | undefined;
    now: Date;
    points: readonly Point[][];
  }) => unknown;
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
    about: ({ column }) => `${column('id')}::text`,
    points: isSeries ? stepsOf(args.interval ?? null, daysAsked(args.range)) : 1,
    ask: ({ about, question, figures }) =>
      question ? [{ level: levelOf(type), id: Number(about), about: question, figures }] : [],
    value: ({ question, points: [points = []] }) =>
      question && (isSeries ? seriesOf(question, points) : deliveryOf(question, points)),
  };
}

/** A flight as text: milliseconds since 1970 of its start and end, and its budget. */
const flightSql = (column: (name: string) => string) =>
  `extract(epoch FROM ${column('startDate')})::bigint * 1000 || ' ' || extract(epoch FROM ${column('endDate')})::bigint * 1000
    || ' ' || coalesce(${column('budget')}::text, '')`;

function flightsIn(text: string): Flight[] {
  if (text === '') return [];
  return text.split(',').map((flight) => {
    const [start, end, budget] = flight.split(' ');
    return {
      startDate: new Date(Number(start)),
      endDate: new Date(Number(end)),
      budget: budget ? Number(budget) : null,
    };
  });
}

/** The line's ID, then its flights. */
function lineAndFlight(about: string, now: Date): { id: number; flight: Flight | undefined } {
  const at = about.indexOf(':');
  return { id: Number(about.slice(0, at)), flight: currentFlight(flightsIn(about.slice(at + 1)), now) };
}

const pacing = (about: Expression): Gap => ({
  about,
  points: 1,
  ask: ({ about, now }) => {
    const { id, flight } = lineAndFlight(about, now);
    return flight ? asksOf(id, flight, now) : [];
  },
  value: ({ about, now, points }) => {
    const { flight } = lineAndFlight(about, now);
    return flight ? pacingFrom(flight, points, now) : null;
  },
});

const PACING_OF_LINE = pacing(
  ({ column }) => `${column('id')} || ':' || coalesce((SELECT string_agg(
    ${flightSql((name) => `f."${{ startDate: 'start_date', endDate: 'end_date' }[name] ?? name}"`)}, ',' ORDER BY f.id)
    FROM line_schedule f WHERE f.line_id = ${column('id')}), '')`,
);
const PACING_OF_FLIGHT = pacing(({ column }) => `${column('lineId')} || ':' || ${flightSql(column)}`);

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
  const now = ctx.now();
  const parts = text.split(OPEN).map((part, index) => {
    if (index === 0) return { rest: part };
    const [space, end] = [part.indexOf(' '), part.indexOf(CLOSE)];
    const open = gaps[Number(part.slice(0, space))];
    if (!open) throw new Error('A gap that nobody left.');
    const call = { about: part.slice(space + 1, end), question: open.question, figures: open.figures, now };
    return { rest: part.slice(end + 1), open, call, asked: open.gap.ask(call) };
  });
  const all = parts.flatMap(({ asked = [] }) => asked);
  const points = all.length > 0 ? await readDelivery(ctx, all, { onStatement }) : [];
  let at = 0;
  return parts
    .map(({ rest, open, call, asked }) => {
      if (!open) return rest;
      const own = points.slice(at, at + asked.length);
      at += asked.length;
      return open.write(open.gap.value({ ...call, points: own })) + rest;
    })
    .join('');
}
