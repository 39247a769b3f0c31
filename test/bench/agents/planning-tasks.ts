import { find, key, listed, seen, type Task } from './task.ts';
import { day } from './world.ts';

/** Tasks about comments, sprints, objectives and triage. */
export const planningTasks: readonly Task[] = [
  {
    kind: 'comments',
    says: 'Tell those of the Safari bug that a fix is on its way.',
    script: (agent) =>
      agent.call('save_comment', { story: 'ENG-1', content: 'A fix is on its way.', ...key() }),
    difference: ['comment.created A fix is on its way. content=A fix is on its way. storyId=ENG-1'],
  },
  {
    kind: 'comments',
    says: 'Answer the first comment on the Safari bug: also on 18.',
    script: async (agent) => {
      const comments: { id: string; content: string }[] = await agent.call('list_comments', {
        story: 'ENG-1',
      });
      const { id: parentId } = comments.find(({ content }) => content.includes('Safari 19'))!;
      return agent.call('save_comment', { story: 'ENG-1', parentId, content: 'Also on 18.', ...key() });
    },
    difference: ['comment.created Also on 18. content=Also on 18. parentId=first comment storyId=ENG-1'],
  },
  {
    kind: 'comments',
    says: 'Correct the typo “ignor” in my comment.',
    script: async (agent) => {
      const comments: { id: string; content: string; updatedAt: string }[] = await agent.call(
        'list_comments',
        {
          story: 'ENG-1',
        },
      );
      const { id, updatedAt, content } = comments.find((one) => one.content.includes('ignor '))!;
      return agent.call('save_comment', {
        story: 'ENG-1',
        commentId: id,
        expectedUpdatedAt: updatedAt,
        content: content.replace('ignor ', 'ignore '),
      });
    },
    difference: ['comment.updated second comment content=Please ignore this.'],
  },
  {
    kind: 'comments',
    says: 'Delete my comment that says to ignore it.',
    script: async (agent) => {
      const comments: { id: string; content: string; updatedAt: string }[] = await agent.call(
        'list_comments',
        {
          story: 'ENG-1',
        },
      );
      const { id, updatedAt } = comments.find(({ content }) => content.includes('ignor'))!;
      const comment = { story: 'ENG-1', commentId: id, expectedUpdatedAt: updatedAt };
      return agent.call('save_comment', { ...comment, delete: true });
    },
    difference: ['comment.deleted second comment'],
  },
  {
    kind: 'sprints',
    says: 'Plan Sprint 3 of Engineering for the two weeks after Sprint 2.',
    script: (agent) =>
      agent.call('save_sprint', {
        teamId: 'ENG',
        name: 'Sprint 3',
        startDate: day(25),
        endDate: day(38),
        goal: 'Ship',
        ...key(),
      }),
    difference: [
      `sprint.created Sprint 3 endDate=${day(38)} goal=Ship name=Sprint 3 startDate=${day(25)} teamId=ENG timeZone=UTC`,
    ],
  },
  {
    kind: 'sprints',
    says: 'The goal of Sprint 2 is “Dark mode for all”.',
    script: async (agent) => {
      const { updatedAt } = await find(agent, 'list_sprints', 'Sprint 2', { teamId: 'ENG' });
      return agent.call('save_sprint', {
        sprintId: 'Sprint 2',
        expectedUpdatedAt: updatedAt,
        goal: 'Dark mode for all',
      });
    },
    difference: ['sprint.updated Sprint 2 goal=Dark mode for all'],
  },
  {
    kind: 'sprints',
    says: 'Sprint 2 does not take place.',
    script: async (agent) => {
      const { updatedAt } = await find(agent, 'list_sprints', 'Sprint 2');
      return agent.call('save_sprint', { sprintId: 'Sprint 2', expectedUpdatedAt: updatedAt, delete: true });
    },
    difference: ['sprint.deleted Sprint 2'],
  },
  {
    kind: 'sprints',
    says: 'Put checkout and dark mode into the current sprint.',
    script: async (agent) => {
      const stories = [await seen(agent, 'ENG-2'), await seen(agent, 'ENG-6')];
      return agent.call('update_stories', { stories, sprintId: 'current' });
    },
    difference: ['story.updated ENG-2 sprintId=Sprint 1', 'story.updated ENG-6 sprintId=Sprint 1'],
  },
  {
    kind: 'objectives',
    says: 'Set the objective “Pay faster” for Engineering; Ada leads it.',
    script: (agent) =>
      agent.call('save_objective', { teamId: 'ENG', name: 'Pay faster', leadUserId: 'me', ...key() }),
    difference: [
      'objective.created Pay faster leadUserId=Ada Lovelace name=Pay faster statusId=Backlog teamId=ENG',
    ],
  },
  {
    kind: 'objectives',
    says: 'Happy users is at risk.',
    script: async (agent) => {
      const { updatedAt } = await find(agent, 'list_objectives', 'Happy users');
      return agent.call('save_objective', {
        objectiveId: 'Happy users',
        expectedUpdatedAt: updatedAt,
        health: 'At risk',
      });
    },
    difference: ['objective.updated Happy users health=at_risk'],
  },
  {
    kind: 'objectives',
    says: 'The score has reached 30.',
    script: async (agent) => {
      const { updatedAt } = await find(agent, 'list_key_results', 'Score');
      return agent.call('save_key_result', {
        keyResultId: 'Score',
        expectedUpdatedAt: updatedAt,
        currentValue: 30,
      });
    },
    difference: ['key_result.updated Score currentValue=30'],
  },
  {
    kind: 'objectives',
    says: 'Dark mode also counts for the score.',
    script: async (agent) =>
      agent.call('update_stories', { stories: [await seen(agent, 'ENG-6')], keyResultId: 'Score' }),
    difference: ['story.updated ENG-6 keyResultId=Score'],
  },
  {
    kind: 'triage',
    says: 'What nobody has of Engineering’s bugs is for Ada, and to do.',
    script: async (agent) => {
      const stories = await listed(agent, { teamId: 'ENG', filter: 'label:Bug is:unassigned' });
      return agent.call('update_stories', { stories, assigneeId: 'me', statusId: 'To Do' });
    },
    difference: ['story.updated ENG-3 assigneeId=Ada Lovelace statusId=To Do'],
  },
  {
    kind: 'triage',
    says: 'The offline crash is a duplicate of the Safari bug: say so, and cancel it.',
    script: async (agent) => {
      await agent.call('manage_relations', { story: 'ENG-5', type: 'duplicates', relatedStory: 'ENG-1' });
      return agent.call('update_stories', { stories: [await seen(agent, 'ENG-5')], statusId: 'Cancelled' });
    },
    difference: [
      'relation.created new relatedStoryId=ENG-1 storyId=ENG-5 type=duplicates',
      'story.updated ENG-5 statusId=Cancelled',
    ],
  },
];

/** Tasks that only ask. */
export const reportTasks: readonly Task[] = [
  {
    kind: 'reports',
    says: 'How many stories does Engineering have by status?',
    script: (agent) => agent.call('list_stories', { teamId: 'ENG', groupBy: 'status' }),
    difference: [],
    answer: ['Backlog', 'count 6'],
  },
  {
    kind: 'reports',
    says: 'What does Grace have to do?',
    script: (agent) => agent.call('list_members', { name: 'Grace', openWork: true }),
    difference: [],
    answer: ['openStories 1'],
  },
  {
    kind: 'reports',
    says: 'How many comments are on the Safari bug?',
    script: (agent) => agent.call('get_story', { story: 'ENG-1' }),
    difference: [],
    answer: ['commentCount 2'],
  },
  {
    kind: 'reports',
    says: 'What is urgent?',
    script: (agent) => agent.call('list_stories', { filter: 'priority:urgent' }),
    difference: [],
    answer: ['1 item', 'Crash when offline'],
  },
  {
    kind: 'reports',
    says: 'How does the current sprint of Engineering go?',
    script: (agent) => agent.call('analyze_sprint', { sprintId: 'current' }),
    difference: [],
    answer: ['remaining 2 stories, estimate 11'],
  },
];
