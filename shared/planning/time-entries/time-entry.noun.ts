import type { Item } from '../../kernel/core/database.ts';
import { defineNoun, type NounContext } from '../../kernel/noun/define-noun.ts';
import { getStoryItem, storyTeamOf } from '../story/story-store.ts';
import { wasDeletedInCascade } from '../../kernel/db/signature.ts';
import {
  findTimeOfStory,
  lastTeamOf,
  timeEntryKind,
  totalKind,
  toStoredTimeEntry,
} from './time-entry-store.ts';
import { timeEntrySchema } from './time-entry.ts';

async function placeOf(item: Item, { read }: NounContext) {
  const { workspaceId, storyId } = toStoredTimeEntry(item);
  const story = await getStoryItem(read, storyId);
  // The person who deleted it may have deleted its story too.
  const teamId = story ? storyTeamOf(story) : wasDeletedInCascade(item) ? undefined : lastTeamOf(item);
  return teamId === undefined ? undefined : { workspaceId, teamId };
}

/** Time spent on a story, which is seen by those who see the story, and deleted once that is gone for good. */
export const timeEntryNoun = defineNoun({
  name: 'time_entry',
  words: 'A time entry',
  plural: 'time entries',
  item: timeEntryKind,
  toResource: toStoredTimeEntry,
  schema: timeEntrySchema,
  examples: { minutes: 90, note: 'Measured the imports', date: '2026-11-20' },
  reader: { scopes: ['stories:read'], role: 'guest' },
  placeOf,
  ofTeam: 'none',
  ofStory: {
    find: async (read, { storyId, commentId }, limit) =>
      commentId === undefined ? await findTimeOfStory(read, storyId, limit) : [],
    rest: async (read, storyId) => {
      const total = totalKind.key(storyId);
      return (await read.get(total)) ? [{ delete: total }] : [];
    },
  },
  events: {
    derive: async (item, context) => ({ teamId: (await placeOf(item, context))?.teamId }),
    clients: 'Time spent on a story',
  },
  history: { endDate: 'end', hasReaders: false },
  reverts: ['created', 'updated'],
  names: 'none',
  search: 'none',
  mirror: { derived: ['teamId'], lists: { team: {} }, under: 'story' },
});
