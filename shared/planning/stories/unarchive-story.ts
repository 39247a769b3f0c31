import { storyArchiving } from './story-archiving.ts';

export const unarchiveStory = storyArchiving({
  id: 'unarchiveStory',
  suffix: 'unarchive',
  summary: 'Unarchive a story',
  description: 'Restores an archived story. Repeating the call has no effect.',
});
