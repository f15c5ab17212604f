import { describe, expect, test } from 'vitest';
import { answered, MOMENT, trafficSystem } from '../../support/seat.ts';

const { caller } = await trafficSystem();

describe('POST /traffic/lines', () => {
  // covers: 2.lines.post-/traffic/lines, 2.line-native-specific-fields.id, 2.line-native-specific-fields.name
  // covers: 2.line-native-specific-fields.orderid, 2.states-and-transitions.none
  test('200: a line of name and orderId alone is PAUSED, every other field null or empty', async () => {
    const seat = await caller();
    const campaign = await seat.campaign();
    const { status, body } = await seat.post('/lines', { name: 'Spring', orderId: campaign.id });
    expect(status).toBe(200);
    expect(body).toEqual(
      answered({
        id: expect.any(Number),
        name: 'Spring',
        orderId: campaign.id,
        advertiserId: campaign.advertiserId,
        status: 'PAUSED',
        isNativeEnabled: null,
        supplyType: null,
        language: null,
        objective: null,
        mediaType: null,
        goalType: null,
        goalModeType: null,
        pacingModeType: null,
        billingMethodType: null,
        marginType: null,
        budgetType: null,
        dailyBudgetType: null,
        bidPrice: null,
        goalAmount: null,
        maxGoal: null,
        marginGoal: null,
        billingPrice: null,
        completionThreshold: null,
        schedules: [],
        feeList: [],
        conversionList: [],
        updatedAt: expect.stringMatching(MOMENT),
      }),
    );
    expect((await seat.get(`/lines/${body.response.id}`)).body.response).toEqual(body.response);
  });
});
