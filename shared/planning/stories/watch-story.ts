import { watchOperation } from './watch.ts';

export const watchStory = watchOperation({
  id: 'watchStory',
  act: 'watch',
  watching: true,
  summary: 'Watch a story',
  description:
    'Sends the caller mail about the story: comments on it, and changes of its status. Its reporter, its assignee and everyone who has commented on it watch it anyway.',
});
