import { updatePublishing } from './update-publishing.ts';

export const publishFeedbackUpdate = updatePublishing({
  id: 'publishFeedbackUpdate',
  suffix: 'publish',
  summary: 'Publish an update of a portal',
  description: 'Shows a draft to everyone, as of now. What is published stays as it is.',
  publish: true,
});
