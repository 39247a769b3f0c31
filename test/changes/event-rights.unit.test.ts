import { expect, test } from 'vitest';
import { eventRights, isWanted } from '../../shared/events/changes/event-rights.ts';
import type { Caller } from '../../shared/kernel/core/caller.ts';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import { policy } from '../policy/policy.ts';

/** How the subject of an event is read by itself. */
const reads: Record<keyof typeof eventRights, string> = {
  story: 'getStory',
  comment: 'getComment',
  relation: 'listRelations',
  agent_session: 'getAgentSession',
  attachment: 'getAttachment',
  time_entry: 'getTimeEntry',
  sprint: 'getSprint',
  objective: 'getObjective',
  key_result: 'getKeyResult',
  objective_update: 'getObjectiveUpdate',
  label: 'getLabel',
  custom_field: 'getCustomField',
  story_template: 'getStoryTemplate',
  recurring_story: 'getRecurringStory',
  status: 'getStatus',
  team: 'getTeam',
  member: 'getMember',
  feedback_item: 'getFeedbackItem',
  feedback_comment: 'listFeedbackComments',
  feedback_update: 'getFeedbackUpdate',
  schedule: 'getSchedule',
  proposal: 'getProposal',
  portal: 'getPortal',
};

test.each(Object.entries(reads))("events of %s need the policy's rights of %s", (subject, id) => {
  const { scopes, role = 'guest' } = eventRights[subject as keyof typeof reads];
  const { scopes: needed, role: weakest } = policy[id]!;
  expect([...scopes].sort()).toEqual([...needed].sort());
  // A guest sees the members of their teams, and the log does not say who is in a team.
  expect(role).toBe(subject === 'member' ? 'member' : weakest);
});

test('a reader gets no events of a kind that only a newer release knows, whatever it may read', () => {
  const caller = { scopes: new Set(allScopes), role: 'admin' } as unknown as Caller;
  const types = ['story.created', 'access.granted', 'invoice.created'];
  expect(types.filter((type) => isWanted(caller, type, undefined))).toEqual([
    'story.created',
    'access.granted',
  ]);
  expect(isWanted(caller, 'invoice.created', ['*'])).toBe(false);
});
