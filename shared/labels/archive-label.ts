import { labelArchiving } from './label-archiving.ts';

export const archiveLabel = labelArchiving({
  id: 'archiveLabel',
  suffix: 'archive',
  summary: 'Archive a label',
  description:
    'Takes a label out of lists, and no story can newly carry it. Stories that carry it keep it, and getLabel still tells it; its name is free for another. Labels cannot be deleted. Again changes nothing.',
  archive: true,
});
