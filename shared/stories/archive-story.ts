import { archiving } from './archiving.ts';

export const archiveStory = archiving({
  id: 'archiveStory',
  suffix: 'archive',
  summary: 'Archive a story',
  description:
    'Takes a story out of lists and counts, unless they ask for archived ones. Again changes nothing.',
  archive: true,
});
