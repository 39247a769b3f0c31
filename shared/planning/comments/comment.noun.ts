import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { commentKind, storedPlaceOf, toComment } from './comment-store.ts';
import { foundComment } from './found-comment.ts';
import { storyKind } from '../story/story-store.ts';
import { commentEventSchema, commentSchema } from './comment.ts';

/** A comment on a story; a reply is a comment with events of its own. */
export const commentNoun = defineNoun({
  name: 'comment',
  words: 'A comment',
  plural: 'comments',
  item: commentKind,
  toResource: toComment,
  schema: commentSchema,
  examples: { content: 'Semicolons or commas?' },
  reader: { scopes: ['comments:read', 'stories:read'], role: 'guest' },
  placeOf: (item) => Promise.resolve(storedPlaceOf(item)),
  ofTeam: 'none',
  events: { data: commentEventSchema, clients: 'A comment on a story' },
  history: 'none',
  reverts: ['created', 'updated', 'deleted'],
  names: 'none',
  search: {
    ownedBy: 'team',
    models: async () => ({ definitions: [(await import('./comment-index.ts')).commentModel] }),
    parent: { column: 'storyId', item: storyKind },
    show: foundComment,
  },
  mirror: { derived: ['replies'], lists: 'separately', under: 'story' },
});
