import { watchOperation } from './watch.ts';

export const watchStory = watchOperation({
  id: 'watchStory',
  act: 'watch',
  watching: true,
  summary: 'Watch a story',
  description:
    'Notifies the caller of comments on the story and changes of its status, by notifications and mail. Its reporter, its assignee and everyone who has commented on it watch it anyway.',
});
