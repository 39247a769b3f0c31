import { labelArchiving } from './label-archiving.ts';

export const archiveLabel = labelArchiving({
  id: 'archiveLabel',
  suffix: 'archive',
  summary: 'Archive a label',
  description:
    'Hides a label from lists and prevents adding it to more stories. Stories that have it keep it, and getLabel still returns it. Its name becomes available. Labels cannot be deleted. Repeating the call has no effect.',
});
