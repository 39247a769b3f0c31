import { watchOperation } from './watch.ts';

export const unwatchStory = watchOperation({
  id: 'unwatchStory',
  act: 'unwatch',
  watching: false,
  summary: 'Stop watching a story',
  description:
    'Stops notifications about the story, also for its reporter, assignee and commenters. Mentions still reach the caller.',
});
