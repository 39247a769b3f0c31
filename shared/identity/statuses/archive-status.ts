import { statusArchiving } from './status-archiving.ts';

export const archiveStatus = statusArchiving({
  id: 'archiveStatus',
  suffix: 'archive',
  summary: 'Archive a status',
  description:
    'Hides a status from lists and prevents assigning it. Fails for the default status, and while any story (including archived ones) or objective has it. getStatus still returns it. Its name becomes available. Statuses cannot be deleted. Repeating the call has no effect.',
});
