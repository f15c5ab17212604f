import { introspectionAttack } from '../introspection.ts';

export const attack = introspectionAttack({
  name: 'introspection that is open to all',
  settings: { FLIGHTLINE_INTROSPECTION: 'on' },
});
