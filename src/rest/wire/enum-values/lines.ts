import { answerLine } from '../../../domain/campaigns/line/get.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { idFromText } from '../../ids.ts';
import { answersOf, type Divergence, type ObservedCall } from '../divergence.ts';
import { ifVisible } from '../if-visible.ts';
import {
  LINE_ENUMS,
  LINE_PASSTHROUGH_ENUMS,
  observedValue,
  SCHEDULE_ENUMS,
  withObservedValues,
} from './enums.ts';
import { refuseUnknownValues, withoutUnchangedValues } from './unchanged-values.ts';
import { withObservedWindows, withoutUnchangedWindows } from './windows.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns a line with the enum values that these clients know. */
function observedLine(line: unknown): unknown {
  if (!isRecord(line)) return line;
  const { schedules, conversionList } = line;
  return {
    ...withObservedValues({ ...LINE_ENUMS, ...LINE_PASSTHROUGH_ENUMS }, line),
    channelType: observedValue(LINE_PASSTHROUGH_ENUMS.channelType ?? { values: [] }, line.channelType),
    ...(Array.isArray(schedules) && { schedules: schedules.map(observedSchedule) }),
    ...(Array.isArray(conversionList) && { conversionList: conversionList.map(withObservedWindows) }),
  };
}

const observedSchedule = (schedule: unknown): unknown =>
  isRecord(schedule) ? withObservedValues(SCHEDULE_ENUMS, schedule) : schedule;

/** `DEFAULT` is what a line without a channel has. */
function newLine(call: ObservedCall): unknown {
  const { body } = call;
  if (!isRecord(body)) return body;
  refuseUnknownValues(LINE_PASSTHROUGH_ENUMS, body, call);
  return withoutUnchangedValues(LINE_PASSTHROUGH_ENUMS, body, {});
}

/** Removes the values that GET showed for what is stored. */
async function changedLine(call: ObservedCall): Promise<unknown> {
  const { body } = call;
  if (!isRecord(body)) return body;
  const stored = await storedLine(call);
  if (!stored) return body;
  refuseUnknownValues(LINE_PASSTHROUGH_ENUMS, body, call, stored);
  const { schedules, conversionList } = body;
  return {
    ...withoutUnchangedValues({ ...LINE_ENUMS, ...LINE_PASSTHROUGH_ENUMS }, body, stored),
    ...(Array.isArray(schedules) && {
      schedules: matched(schedules, stored.schedules, (sent, own) =>
        withoutUnchangedValues(SCHEDULE_ENUMS, sent, own),
      ),
    }),
    ...(Array.isArray(conversionList) && {
      conversionList: matched(conversionList, stored.conversionList, withoutUnchangedWindows),
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

async function storedLine({ ctx, params }: ObservedCall): Promise<Fields | undefined> {
  const line = await ifVisible(answerLine({ ctx, id: idFromText(params.id) }));
  return line && (JSON.parse(line.text) as Fields);
}

export const lineEnums: Divergence = {
  name: 'Words of a line',
  differs:
    'A line is answered in words that these clients know: `goalType` `ENHANCED_CPC` as `OCPC`, `CTR` as `MAXCTR`, none as `NONE`; `objective` `MAIL_SPONSORED` as `OPEN_MAIL`; a `language` that they do not know as `UNKNOWN`; `channelType` is `DEFAULT`. A word that was stored before the set was closed is null, and a window of 1 `WEEK` is 7 `DAY`. In a PUT, a word that equals the answered one means unchanged. These getters throw: `getSupplyType()` for `THIRD_PARTY`; `getSupplyType()`, `getMediaType()`, `getGoalModeType()`, `getPacingModeType()`, `getBillingMethodType()`, `getMarginType()`, `getBudgetType()`, `getObjective()`, `getLanguage()` and `getAppMarketingObjective()` of a line that has none.',
  sentBy: 'The Java client, whose getters throw on a word that its enum lacks.',
  example: {
    documented: '"goalType": "ENHANCED_CPC", "objective": "MAIL_SPONSORED"',
    observed: '"goalType": "OCPC", "objective": "OPEN_MAIL", "channelType": "DEFAULT"',
  },
  requests: { 'POST /traffic/lines': newLine, 'PUT /traffic/lines/:id': changedLine },
  answers: answersOf('/traffic/lines', observedLine),
};
