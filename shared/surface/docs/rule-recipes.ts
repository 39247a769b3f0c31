import { html, type Fragment } from '../../kernel/html/html.ts';
import { block } from './guide.ts';

const storyId = '{{story.id}}';
const onStory = (operation: string, input: object) => ({ operation, input: { storyId, ...input } });

/** Rules that people ask for, as createRule takes them; what ends in `_ID` is an id of the workspace. */
export const ruleRecipes: readonly { summary: string; rule: object }[] = [
  {
    summary: 'A story that nothing blocks any more moves to To Do, and its assignee is told',
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
    summary: 'New stories about payments go to the team that knows them',
    rule: {
      name: 'Payments',
      teamId: 'TEAM_ID',
      on: ['story.created'],
      if: 'payment OR invoice',
      then: [onStory('updateStory', { teamId: 'OTHER_TEAM_ID' })],
    },
  },
  {
    summary: 'Every Monday, assignees are asked about stories that nobody has touched for 30 days',
    rule: {
      name: 'Stale',
      teamId: 'TEAM_ID',
      schedule: { rule: 'FREQ=WEEKLY;BYDAY=MO', timeZone: 'Europe/Berlin' },
      if: 'is:open -is:unassigned -updated:<30d',
      then: [onStory('createComment', { content: '@{{assignee.name}} Is this still right?' })],
    },
  },
  {
    summary: 'A story that is overdue becomes urgent',
    rule: {
      name: 'Overdue',
      teamId: 'TEAM_ID',
      on: ['story.overdue'],
      then: [onStory('updateStory', { priority: 'urgent' })],
    },
  },
  {
    summary: 'Bugs join a sprint when they get a label',
    rule: {
      name: 'This sprint',
      teamId: 'TEAM_ID',
      on: ['story.updated'],
      if: 'label:LABEL_ID sprint:none',
      then: [onStory('updateStory', { sprintId: 'SPRINT_ID' })],
    },
  },
  {
    summary: 'A sprint that ends gets a retrospective',
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
    summary: 'The lead of an objective at risk is asked for a written update',
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
    summary: 'Voters read on the portal what became of an idea in review',
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

/** The recipes as bodies that can be pasted. */
export const recipeBlocks = (): Fragment =>
  html`${ruleRecipes.map(({ summary, rule }) => block(summary, JSON.stringify(rule, null, 2)))}`;
