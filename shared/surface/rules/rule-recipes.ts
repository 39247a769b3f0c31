import type * as z from 'zod';
import type { ruleCreateSchema } from '../../events/rules/rule.ts';

const storyId = '{{story.id}}';
const onStory = (operation: string, input: object) => ({ operation, input: { storyId, ...input } });

type Rule = z.input<ReturnType<typeof ruleCreateSchema>>;

export interface RuleRecipe {
  id:
    | 'unblocked'
    | 'merged'
    | 'completed'
    | 'payments'
    | 'stale'
    | 'overdue'
    | 'sprint'
    | 'retrospective'
    | 'atRisk'
    | 'answered';
  rule: Rule;
}

/** Rules that people ask for, as createRule takes them; what ends in `_ID` is an id of the workspace. */
export const ruleRecipes: readonly RuleRecipe[] = [
  {
    id: 'unblocked',
    rule: {
      name: 'Unblocked',
      teamId: 'TEAM_ID',
      on: ['story.unblocked'],
      if: 'is:open -is:unassigned',
      then: [
        onStory('updateStory', { statusId: 'UNSTARTED_STATUS_ID' }),
        onStory('createComment', { content: '@{{assignee.name}} Nothing blocks this any more.' }),
      ],
    },
  },
  {
    id: 'merged',
    rule: {
      name: 'Merged',
      teamId: 'TEAM_ID',
      on: ['story.pull_request_merged'],
      if: 'is:open',
      then: [onStory('updateStory', { statusId: 'COMPLETED_STATUS_ID' })],
    },
  },
  {
    id: 'completed',
    rule: {
      name: 'Sub-stories completed',
      teamId: 'TEAM_ID',
      on: ['story.sub_stories_completed'],
      if: 'is:open',
      then: [onStory('updateStory', { statusId: 'COMPLETED_STATUS_ID' })],
    },
  },
  {
    id: 'payments',
    rule: {
      name: 'Payments',
      teamId: 'TEAM_ID',
      on: ['story.created'],
      if: 'payment OR invoice',
      then: [onStory('updateStory', { teamId: 'OTHER_TEAM_ID' })],
    },
  },
  {
    id: 'stale',
    rule: {
      name: 'Stale',
      teamId: 'TEAM_ID',
      schedule: { rule: 'FREQ=WEEKLY;BYDAY=MO', timeZone: 'Europe/Berlin' },
      if: 'is:open -is:unassigned -updated:<30d',
      then: [onStory('createComment', { content: '@{{assignee.name}} Is this still right?' })],
    },
  },
  {
    id: 'overdue',
    rule: {
      name: 'Overdue',
      teamId: 'TEAM_ID',
      on: ['story.overdue'],
      then: [onStory('updateStory', { priority: 'urgent' })],
    },
  },
  {
    id: 'sprint',
    rule: {
      name: 'This sprint',
      teamId: 'TEAM_ID',
      on: ['story.updated'],
      if: 'label:LABEL_ID sprint:none',
      then: [onStory('updateStory', { sprintId: 'SPRINT_ID' })],
    },
  },
  {
    id: 'retrospective',
    rule: {
      name: 'Retrospective',
      teamId: 'TEAM_ID',
      on: ['sprint.ended'],
      then: [
        {
          operation: 'createStory',
          input: { teamId: 'TEAM_ID', title: 'Retrospective of {{event.data.name}}' },
        },
      ],
    },
  },
  {
    id: 'atRisk',
    rule: {
      name: 'At risk',
      teamId: 'TEAM_ID',
      on: ['objective.at_risk'],
      then: [
        {
          operation: 'createStory',
          input: {
            teamId: 'TEAM_ID',
            title: 'Write why {{event.data.name}} is at risk',
            objectiveId: '{{event.data.id}}',
          },
        },
      ],
    },
  },
  {
    id: 'answered',
    rule: {
      name: 'Answer voters',
      on: ['feedback_item.updated'],
      was: { status: 'reviewing' },
      then: [
        {
          operation: 'createFeedbackComment',
          input: {
            portalId: '{{event.data.portalId}}',
            itemId: '{{event.data.id}}',
            content: 'This is {{event.data.status}} now.',
          },
        },
      ],
    },
  },
];
