import { storyArchiving } from './story-archiving.ts';

export const unarchiveStory = storyArchiving({
  id: 'unarchiveStory',
  suffix: 'unarchive',
  summary: 'Take a story out of the archive',
  description: 'Brings an archived story back. Again changes nothing.',
  archive: false,
});
