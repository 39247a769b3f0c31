import { key, listed, seen, type Task } from './task.ts';

const update = (says: string, story: string, change: object, difference: readonly string[]): Task => ({
  kind: 'stories',
  says,
  script: async (agent) => agent.call('update_stories', { stories: [await seen(agent, story)], ...change }),
  difference,
});

/** Tasks about single stories, and about many at once. */
export const storyTasks: readonly Task[] = [
  {
    kind: 'stories',
    says: 'File a bug for Engineering: “Search shows deleted items”, high priority, for Grace.',
    script: (agent) =>
      agent.call('create_story', {
        teamId: 'Engineering',
        title: 'Search shows deleted items',
        labels: ['Bug'],
        priority: 'high',
        assigneeId: 'Grace',
        ...key(),
      }),
    difference: [
      'story.created ENG-7 assigneeId=Grace Hopper labels=Bug priority=high statusId=Backlog teamId=ENG title=Search shows deleted items',
    ],
  },
  {
    kind: 'stories',
    says: 'Put “Rate limits” into Sprint 2 with an estimate of 5, below the offline crash.',
    script: (agent) =>
      agent.call('create_story', {
        teamId: 'ENG',
        title: 'Rate limits',
        sprintId: 'Sprint 2',
        estimateValue: 5,
        parentId: 'ENG-5',
        ...key(),
      }),
    difference: [
      'story.created ENG-7 estimateLabel=5 estimateValue=5 parentId=ENG-5 sprintId=Sprint 2 statusId=Backlog teamId=ENG title=Rate limits',
    ],
  },
  update('The Safari bug is done.', 'ENG-1', { statusId: 'Done' }, ['story.updated ENG-1 statusId=Done']),
  update('Give the typo to Ada and start it.', 'ENG-3', { assigneeId: 'Ada', statusId: 'In Progress' }, [
    'story.updated ENG-3 assigneeId=Ada Lovelace statusId=In Progress',
  ]),
  update('Nobody is on the Safari bug any more.', 'ENG-1', { clearFields: ['assigneeId'] }, [
    'story.updated ENG-1 assigneeId=null',
  ]),
  update('Rename ENG-2 to “Checkout in one second”.', 'ENG-2', { title: 'Checkout in one second' }, [
    'story.updated ENG-2 title=Checkout in one second',
  ]),
  update(
    'The crash is only of medium priority, 3 points.',
    'ENG-5',
    { priority: 'Medium', estimateValue: 3 },
    ['story.updated ENG-5 estimateLabel=3 estimateValue=3 priority=medium'],
  ),
  update('Dark mode is due on 24 December 2030.', 'ENG-6', { endDate: '2030-12-24T00:00:00.000Z' }, [
    'story.updated ENG-6 endDate=2030-12-24T00:00:00.000Z',
  ]),
  update('The footer is for Operations.', 'ENG-3', { teamId: 'Operations' }, [
    'story.updated ENG-3 reference=OPS-2 statusId=Backlog teamId=OPS',
  ]),
  update('Archive the footer typo.', 'ENG-3', { archived: true }, ['story.updated ENG-3 archivedAt=set']),
  {
    kind: 'stories',
    says: 'Add to the description of dark mode that it needs a switch.',
    script: async (agent) => {
      const { description, updatedAt } = await agent.call('get_story', { story: 'ENG-6', full: true });
      const stories = [
        { story: 'ENG-6', expectedUpdatedAt: updatedAt, description: `${description}\nAdd a switch.` },
      ];
      return agent.call('update_stories', { stories });
    },
    difference: ['story.updated ENG-6 description=Follow the system.\nAdd a switch.'],
  },
  {
    kind: 'stories',
    says: 'Delete the CSV export.',
    script: async (agent) => {
      const { confirmationToken } = await agent.call('delete_story', { story: 'ENG-4' });
      return agent.call('delete_story', { story: 'ENG-4', confirmationToken });
    },
    difference: ['story.deleted ENG-4'],
  },
  {
    kind: 'stories',
    says: 'The crash blocks the CSV export.',
    script: (agent) =>
      agent.call('manage_relations', { story: 'ENG-5', type: 'blocks', relatedStory: 'ENG-4' }),
    difference: ['relation.created new relatedStoryId=ENG-4 storyId=ENG-5 type=blocks'],
  },
  {
    kind: 'bulk',
    says: 'Three stories for the launch: texts, pictures, mail.',
    script: (agent) =>
      agent.call('create_story', {
        teamId: 'OPS',
        priority: 'high',
        ...key(),
        stories: ['Texts', 'Pictures', 'Mail'].map((title) => ({ title })),
      }),
    difference: ['Texts', 'Pictures', 'Mail'].map(
      (title, at) => `story.created OPS-${at + 2} priority=high statusId=Backlog teamId=OPS title=${title}`,
    ),
  },
  {
    kind: 'bulk',
    says: 'All bugs that are not done are for Grace, and urgent.',
    script: async (agent) => {
      const stories = await listed(agent, { teamId: 'ENG', filter: 'label:Bug is:open' });
      return agent.call('update_stories', { stories, assigneeId: 'Grace Hopper', priority: 'urgent' });
    },
    difference: [
      'story.updated ENG-1 priority=urgent',
      'story.updated ENG-3 assigneeId=Grace Hopper priority=urgent',
    ],
  },
  {
    kind: 'bulk',
    says: 'Everything of Sprint 1 that is open goes to Sprint 2.',
    script: async (agent) => {
      const stories = await listed(agent, { sprintId: ['Sprint 1'], teamId: 'ENG' });
      return agent.call('update_stories', { stories, sprintId: 'Sprint 2' });
    },
    difference: ['story.updated ENG-4 sprintId=Sprint 2', 'story.updated ENG-5 sprintId=Sprint 2'],
  },
  {
    kind: 'bulk',
    says: 'Start ENG-2 and OPS-1; the keys are urgent.',
    script: async (agent) => {
      const [checkout, keys] = [await seen(agent, 'ENG-2'), await seen(agent, 'OPS-1')];
      return agent.call('update_stories', {
        stories: [checkout, { ...keys, priority: 'urgent' }],
        statusId: 'In Progress',
      });
    },
    difference: [
      'story.updated ENG-2 statusId=In Progress',
      'story.updated OPS-1 priority=urgent statusId=In Progress',
    ],
  },
];
