import { statusArchiving } from './status-archiving.ts';

export const unarchiveStatus = statusArchiving({
  id: 'unarchiveStatus',
  suffix: 'unarchive',
  summary: 'Unarchive a status',
  description:
    'Makes an archived status available to stories or objectives again, unless another status has taken its name. Repeating the call has no effect.',
});
