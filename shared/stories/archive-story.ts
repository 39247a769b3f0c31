import { storyArchiving } from './story-archiving.ts';

export const archiveStory = storyArchiving({
  id: 'archiveStory',
  suffix: 'archive',
  summary: 'Archive a story',
  description:
    'Takes a story out of lists and counts, unless they ask for archived ones. Again changes nothing.',
  archive: true,
});
