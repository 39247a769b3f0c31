import { updatePublishing } from './update-publishing.ts';

export const withdrawFeedbackUpdate = updatePublishing({
  id: 'withdrawFeedbackUpdate',
  suffix: 'withdraw',
  summary: 'Withdraw an update of a portal',
  description:
    'Makes a draft of what is published; a draft stays as it is. Caches may show it for two minutes more.',
  publish: false,
});
