import { defineEnum } from '../../../resources/define/enum-type.ts';

export const ROLE = defineEnum('Role', 'The roles that a user can have in a seat.', {
  ADMIN: 'Can do everything in the seat.',
  EDITOR: 'Can read and write.',
  VIEWER: 'Can read and create reports.',
});
