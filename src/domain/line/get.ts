import type { DomainContext } from '../context.ts';
import { answerOne, type JsonText } from '../resource/answer.ts';
import { LINE } from './definition.ts';

export function getLine(options: { ctx: DomainContext; id: number }): Promise<JsonText> {
  return answerOne({ ...options, resource: LINE });
}
