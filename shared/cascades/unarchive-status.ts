import { statusArchiving } from './status-archiving.ts';

export const unarchiveStatus = statusArchiving({
  id: 'unarchiveStatus',
  suffix: 'unarchive',
  summary: 'Take a status out of the archive',
  description:
    'Lets stories, or objectives, have an archived status again, unless another has its name by now. Again changes nothing.',
  archive: false,
});
