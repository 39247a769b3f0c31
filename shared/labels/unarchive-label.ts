import { labelArchiving } from './label-archiving.ts';

export const unarchiveLabel = labelArchiving({
  id: 'unarchiveLabel',
  suffix: 'unarchive',
  summary: 'Take a label out of the archive',
  description:
    'Lets stories carry an archived label again, unless another has its name by now. Again changes nothing.',
  archive: false,
});
