import { customFieldArchiving } from './custom-field-archiving.ts';

export const archiveCustomField = customFieldArchiving({
  id: 'archiveCustomField',
  suffix: 'archive',
  summary: 'Archive a custom field',
  description:
    'Hides a custom field from lists and prevents setting it. Stories keep their values, which can be cleared, and its key stays reserved. Custom fields cannot be deleted. Repeating the call has no effect.',
});
