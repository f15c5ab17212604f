import { answerLine } from '../../../domain/campaigns/line/get.ts';
import { NotFoundError } from '../../../domain/errors.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { idFromText } from '../../ids.ts';
import { answersOf, type Divergence, type ObservedCall } from '../divergence.ts';
import { FURTHER_LINE_WORDS, LINE_WORDS, SCHEDULE_WORDS, shownWord, withShownWords } from './enums.ts';
import { refuseOtherWords, withoutShownWords } from './unchanged-words.ts';
import { withoutShownWindows, withShownWindows } from './windows.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns a line with the enum values that these clients know. */
function lineInTheirWords(line: unknown): unknown {
  if (!isRecord(line)) return line;
  const { schedules, conversionList } = line;
  return {
    ...withShownWords({ ...LINE_WORDS, ...FURTHER_LINE_WORDS }, line),
    channelType: shownWord(FURTHER_LINE_WORDS.channelType ?? { words: [] }, line.channelType),
    ...(Array.isArray(schedules) && { schedules: schedules.map(scheduleInTheirWords) }),
    ...(Array.isArray(conversionList) && { conversionList: conversionList.map(withShownWindows) }),
  };
}

const scheduleInTheirWords = (schedule: unknown): unknown =>
  isRecord(schedule) ? withShownWords(SCHEDULE_WORDS, schedule) : schedule;

/** `DEFAULT` is what a line without a channel has. */
function newLine(call: ObservedCall): unknown {
  const { body } = call;
  if (!isRecord(body)) return body;
  refuseOtherWords(FURTHER_LINE_WORDS, body, call);
  return withoutShownWords(FURTHER_LINE_WORDS, body, {});
}

/** Takes out the words that GET answered for what is stored. */
async function changedLine(call: ObservedCall): Promise<unknown> {
  const { body } = call;
  if (!isRecord(body)) return body;
  const stored = await storedLine(call);
  if (!stored) return body;
  refuseOtherWords(FURTHER_LINE_WORDS, body, call, stored);
  const { schedules, conversionList } = body;
  return {
    ...withoutShownWords({ ...LINE_WORDS, ...FURTHER_LINE_WORDS }, body, stored),
    ...(Array.isArray(schedules) && {
      schedules: matched(schedules, stored.schedules, (sent, own) =>
        withoutShownWords(SCHEDULE_WORDS, sent, own),
      ),
    }),
    ...(Array.isArray(conversionList) && {
      conversionList: matched(conversionList, stored.conversionList, withoutShownWindows),
    }),
  };
}

/** Changes each item that has the ID of a stored one. */
function matched(
  sent: readonly unknown[],
  stored: unknown,
  change: (sent: Fields, stored: Fields) => Fields,
): unknown[] {
  const byId = new Map((Array.isArray(stored) ? stored : []).map((item: Fields) => [item.id, item] as const));
  return sent.map((item) => {
    const own = isRecord(item) ? byId.get(item.id) : undefined;
    return isRecord(item) && own ? change(item, own) : item;
  });
}

/** The route refuses a line that the caller cannot see. */
async function storedLine({ ctx, params }: ObservedCall): Promise<Fields | undefined> {
  try {
    const { text } = await answerLine({ ctx, id: idFromText(params.id) });
    return JSON.parse(text) as Fields;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

export const lineWords: Divergence = {
  name: 'Words of a line',
  differs:
    'A line is answered in words that these clients know: `goalType` `ENHANCED_CPC` as `OCPC`, `CTR` as `MAXCTR`, none as `NONE`; `objective` `MAIL_SPONSORED` as `OPEN_MAIL`; a `language` that they do not know as `UNKNOWN`; `channelType` is `DEFAULT`. A word that was stored before the set was closed is null, and a window of 1 `WEEK` is 7 `DAY`. In a PUT, a word that equals the answered one means unchanged. These getters throw: `getSupplyType()` for `THIRD_PARTY`; `getSupplyType()`, `getMediaType()`, `getGoalModeType()`, `getPacingModeType()`, `getBillingMethodType()`, `getMarginType()`, `getBudgetType()`, `getObjective()`, `getLanguage()` and `getAppMarketingObjective()` of a line that has none.',
  sentBy: 'The Java client, whose getters throw on a word that its enum lacks.',
  example: {
    documented: '"goalType": "ENHANCED_CPC", "objective": "MAIL_SPONSORED"',
    observed: '"goalType": "OCPC", "objective": "OPEN_MAIL", "channelType": "DEFAULT"',
  },
  requests: { 'POST /traffic/lines': newLine, 'PUT /traffic/lines/:id': changedLine },
  answers: answersOf('/traffic/lines', lineInTheirWords),
};
