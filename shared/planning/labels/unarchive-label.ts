import { labelArchiving } from './label-archiving.ts';

export const unarchiveLabel = labelArchiving({
  id: 'unarchiveLabel',
  suffix: 'unarchive',
  summary: 'Unarchive a label',
  description:
    'Makes an archived label available to stories again, unless another label has taken its name. Repeating the call has no effect.',
});
