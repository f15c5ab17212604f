import { introspectionAttack } from '../introspection.ts';

export const attack = introspectionAttack({ name: 'introspection with a token', settings: {} });
