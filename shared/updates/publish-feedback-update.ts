import { publishing } from './publishing.ts';

export const publishFeedbackUpdate = publishing({
  id: 'publishFeedbackUpdate',
  suffix: 'publish',
  summary: 'Publish an update of a portal',
  description: 'Shows a draft to everyone, as of now. What is published stays as it is.',
  publish: true,
});
