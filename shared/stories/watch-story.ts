import { watchOperation } from './watch.ts';

export const watchStory = watchOperation({
  id: 'watchStory',
  act: 'watch',
  watching: true,
  summary: 'Watch a story',
  description:
    'Lets the caller hear of the story by mail: of comments on it, and of its status. Who reported it, is assigned to it or has commented on it watches it anyway.',
});
