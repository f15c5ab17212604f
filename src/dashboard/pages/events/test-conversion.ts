/** The data provider and the beginning of the ID of test conversions. Others would not use both. */
const SENDER = 'dashboard';
const PREFIX = 'test-';

/** What a test conversion says about itself; it counts like any other. */
export const newTest = () => ({ id: `${PREFIX}${crypto.randomUUID()}`, dp: SENDER });

/** Whether a conversion was sent from this page, to see what becomes of it. */
export const isTest = ({ eventId, dp }: { readonly eventId: string; readonly dp: string }): boolean =>
  dp === SENDER && eventId.startsWith(PREFIX);
