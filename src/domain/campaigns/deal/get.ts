import { answerOne, type JsonText } from '../../../resources/read/answer.ts';
import type { DomainContext } from '../../context.ts';
import { DEAL } from './definition.ts';

export function getDeal(options: { ctx: DomainContext; id: number }): Promise<JsonText> {
  return answerOne({ ...options, resource: DEAL });
}
