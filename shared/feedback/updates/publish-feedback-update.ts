import { updatePublishing } from './update-publishing.ts';

export const publishFeedbackUpdate = updatePublishing({
  id: 'publishFeedbackUpdate',
  suffix: 'publish',
  summary: 'Publish a portal update',
  description: 'Makes a draft public as of now. Has no effect on a published update.',
  publish: true,
});
