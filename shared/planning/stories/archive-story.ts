import { storyArchiving } from './story-archiving.ts';

export const archiveStory = storyArchiving({
  id: 'archiveStory',
  suffix: 'archive',
  summary: 'Archive a story',
  description: 'Excludes a story from counts and, by default, from lists. Repeating the call has no effect.',
});
