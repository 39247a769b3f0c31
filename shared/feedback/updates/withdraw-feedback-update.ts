import { updatePublishing } from './update-publishing.ts';

export const withdrawFeedbackUpdate = updatePublishing({
  id: 'withdrawFeedbackUpdate',
  suffix: 'withdraw',
  summary: 'Withdraw a portal update',
  description:
    'Turns a published update back into a draft; has no effect on a draft. Caches may show it for up to two more minutes.',
  publish: false,
});
