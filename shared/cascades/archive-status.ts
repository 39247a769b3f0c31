import { statusArchiving } from './status-archiving.ts';

export const archiveStatus = statusArchiving({
  id: 'archiveStatus',
  suffix: 'archive',
  summary: 'Archive a status',
  description:
    'Takes a status out of lists, and nothing can newly have it. Refused for the default, and while stories, archived ones too, or objectives have it. getStatus still tells it, and its name is free for another; statuses cannot be deleted. Again changes nothing.',
  archive: true,
});
