import { defineNoun } from '../../kernel/noun/define-noun.ts';
import { ownPlace } from '../../kernel/noun/places.ts';
import {
  deleteRecurringStoryOfTeam,
  recurringStoriesOfTeam,
  recurringStoryKind,
  toRecurringStory,
} from './recurring-story-store.ts';
import { recurringStorySchema } from './recurring-story.ts';

export const recurringStoryNoun = defineNoun({
  name: 'recurring_story',
  words: 'A recurring story',
  plural: 'recurring stories',
  item: recurringStoryKind,
  toResource: toRecurringStory,
  schema: recurringStorySchema,
  examples: {
    name: 'Weekly review',
    story: { title: 'Review the week', priority: 'low' },
    rule: 'FREQ=WEEKLY;BYDAY=FR',
    timeZone: 'Europe/Berlin',
    startDate: '2026-11-27',
    endDate: '2027-06-25',
    nextDueDate: '2026-11-27',
    nextDueDates: '2026-11-27',
    lastFailure: null,
  },
  reader: { scopes: ['stories:read'], role: 'guest' },
  placeOf: ownPlace(toRecurringStory),
  ofTeam: { partitions: (teamId) => [recurringStoriesOfTeam(teamId)], deletion: deleteRecurringStoryOfTeam },
  events: { clients: 'none' },
  history: { endDate: 'last day', hasReaders: false },
  reverts: ['created', 'updated'],
  names: 'none',
  search: 'none',
  mirror: { derived: ['nextDueDate', 'nextDueDates'], lists: { team: {} } },
});
