import { answerOne, type JsonText } from '../../../resources/read/answer.ts';
import type { DomainContext } from '../../context.ts';
import { AD } from './definition.ts';

export function getAd(options: { ctx: DomainContext; id: number }): Promise<JsonText> {
  return answerOne({ ...options, resource: AD });
}
