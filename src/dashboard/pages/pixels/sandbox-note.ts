/** Why pixels fall silent in a sandbox whose clock is moved. */
export const SANDBOX_NOTE =
  'A sandbox simulates delivery and the conversions after it, but no events of pixels: send them as a shop would, or send a test event.';
