import type { Item } from '../../kernel/core/database.ts';
import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { getStoryItem, storyTeamOf } from '../story/story-store.ts';
import {
  attachmentIdOf,
  attachmentKind,
  fileKey,
  findAttachmentKeys,
  toAttachment,
  workspaceOfAttachment,
} from './attachment-store.ts';
import { attachmentSchema } from './attachment.ts';

/** A file of a story. It is one once the file has arrived; before, there is nothing that others could read. */
export const attachmentNoun = defineNoun({
  name: 'attachment',
  words: 'An attachment',
  plural: 'attachments',
  item: attachmentKind,
  isInstance: (item: Item) => toAttachment(item).state === 'ready',
  toResource: toAttachment,
  schema: attachmentSchema,
  examples: { name: 'screenshot.png', contentType: 'image/png', size: 48_213, state: 'ready' },
  reader: { scopes: ['stories:read'], role: 'guest' },
  placeOf: async (item, { read }) => {
    const story = await getStoryItem(read, toAttachment(item).storyId);
    return story && { workspaceId: workspaceOfAttachment(item), teamId: storyTeamOf(story) };
  },
  ofTeam: 'none',
  ofStory: { find: findAttachmentKeys },
  fileOf: (item) => fileKey(workspaceOfAttachment(item), attachmentIdOf(item)),
  events: { clients: 'none' },
  history: 'none',
  reverts: ['created'],
  names: 'none',
  search: 'none',
  // The rows of a mirror would name files that it does not have.
  mirror: 'none',
});
