import { customFieldArchiving } from './custom-field-archiving.ts';

export const unarchiveCustomField = customFieldArchiving({
  id: 'unarchiveCustomField',
  suffix: 'unarchive',
  summary: 'Unarchive a custom field',
  description: 'Makes an archived custom field available to stories again. Repeating the call has no effect.',
});
