import { find, key, listed, seen, type Task } from './task.ts';
import { day } from './world.ts';

/** Changes some fields of a story that was read. */
const change = (says: string, story: string, fields: object, difference: readonly string[]): Task => ({
  kind: 'stories',
  says,
  script: async (agent) => agent.call('update_stories', { stories: [await seen(agent, story)], ...fields }),
  difference,
});

/** Changes all stories that a list has. */
const changeAll = (says: string, list: object, fields: object, difference: readonly string[]): Task => ({
  kind: 'bulk',
  says,
  script: async (agent) => agent.call('update_stories', { stories: await listed(agent, list), ...fields }),
  difference,
});

/** Changes what a list has under a name. */
const save = (
  kind: Task['kind'],
  says: string,
  [tool, name, id]: [list: string, name: string, id: object],
  [saving, fields]: [tool: string, fields: object],
  difference: readonly string[],
): Task => ({
  kind,
  says,
  script: async (agent) => {
    const { updatedAt } = await find(agent, tool, name);
    return agent.call(saving, { ...id, expectedUpdatedAt: updatedAt, ...fields });
  },
  difference,
});

const ask = (says: string, tool: string, args: object, answer: Task['answer'] & object): Task => ({
  kind: 'reports',
  says,
  script: (agent) => agent.call(tool, args),
  difference: [],
  answer,
});

const label = { kind: 'label', action: 'update' };

/** Further tasks of the same kinds, written after the tools. */
export const furtherTasks: readonly Task[] = [
  change('The crash is part of dark mode.', 'ENG-5', { parentId: 'ENG-6' }, [
    'story.updated ENG-5 parentId=ENG-6',
  ]),
  change('Nobody knows how long checkout takes.', 'ENG-2', { clearFields: ['estimateValue'] }, [
    'story.updated ENG-2 estimateLabel=null estimateValue=null',
  ]),
  change(
    'The CSV export takes place in the first half of January 2031.',
    'ENG-4',
    { startDate: '2031-01-01', endDate: '2031-01-15' },
    ['story.updated ENG-4 endDate=2031-01-15T00:00:00.000Z startDate=2031-01-01T00:00:00.000Z'],
  ),
  change(
    'The keys are for Engineering, and in progress.',
    'OPS-1',
    { teamId: 'ENG', statusId: 'In Progress' },
    ['story.updated OPS-1 reference=ENG-7 statusId=In Progress teamId=ENG'],
  ),
  change('Checkout is for the happy users.', 'ENG-2', { objectiveId: 'Happy users' }, [
    'story.updated ENG-2 objectiveId=Happy users',
  ]),
  changeAll(
    'What has no estimate is worth 1.',
    { teamId: 'ENG', filter: 'estimate:none' },
    { estimateValue: 1 },
    [
      'story.updated ENG-1 estimateLabel=1 estimateValue=1',
      'story.updated ENG-3 estimateLabel=1 estimateValue=1',
      'story.updated ENG-6 estimateLabel=1 estimateValue=1',
    ],
  ),
  changeAll('Bugs need no label.', { filter: 'label:Bug' }, { labels: [] }, [
    'story.updated ENG-1 labels=',
    'story.updated ENG-3 labels=',
  ]),
  changeAll('Archive what is of low priority.', { filter: 'priority:low' }, { archived: true }, [
    'story.updated ENG-3 archivedAt=set',
  ]),
  changeAll('Empty the current sprint.', { filter: 'sprint:current' }, { clearFields: ['sprintId'] }, [
    'story.updated ENG-4 sprintId=null',
    'story.updated ENG-5 sprintId=null',
  ]),
  changeAll(
    'Ada’s stories and the crash are for Operations.',
    { filter: 'sprint:"Sprint 1"' },
    { teamId: 'OPS' },
    [
      'story.updated ENG-4 reference=OPS-3 sprintId=null statusId=Backlog teamId=OPS',
      'story.updated ENG-5 reference=OPS-2 sprintId=null statusId=Backlog teamId=OPS',
    ],
  ),
  {
    kind: 'bulk',
    says: 'Two parts of dark mode for Ada: colours, and a switch.',
    script: (agent) =>
      agent.call('create_story', {
        teamId: 'ENG',
        parentId: 'ENG-6',
        assigneeId: 'me',
        stories: [{ title: 'Colours' }, { title: 'Switch', estimateValue: 2 }],
        ...key(),
      }),
    difference: [
      'story.created ENG-7 assigneeId=Ada Lovelace parentId=ENG-6 statusId=Backlog teamId=ENG title=Colours',
      'story.created ENG-8 assigneeId=Ada Lovelace estimateLabel=2 estimateValue=2 parentId=ENG-6 statusId=Backlog teamId=ENG title=Switch',
    ],
  },
  {
    kind: 'bulk',
    says: 'Close Sprint 1: the export is done, the crash goes to Sprint 2.',
    script: async (agent) => {
      const stories = await listed(agent, { filter: 'sprint:"Sprint 1"' });
      const own: Record<string, object> = {
        'ENG-4': { statusId: 'Done' },
        'ENG-5': { sprintId: 'Sprint 2' },
      };
      return agent.call('update_stories', { stories: stories.map((one) => ({ ...one, ...own[one.story] })) });
    },
    difference: ['story.updated ENG-4 statusId=Done', 'story.updated ENG-5 sprintId=Sprint 2'],
  },
  save(
    'labels',
    'The label Bug is red.',
    ['list_labels', 'Bug', { ...label, id: 'Bug' }],
    ['manage_setup', { color: '#ff0000' }],
    ['label.updated Bug'],
  ),
  {
    kind: 'labels',
    says: 'A label “Security” for Operations, and the keys have it.',
    script: async (agent) => {
      const made = { kind: 'label', action: 'create', name: 'Security', teamId: 'OPS', ...key() };
      await agent.call('manage_setup', made);
      return agent.call('update_stories', { stories: [await seen(agent, 'OPS-1')], labels: ['Security'] });
    },
    difference: ['label.created Security name=Security teamId=OPS', 'story.updated OPS-1 labels=Security'],
  },
  {
    kind: 'statuses',
    says: 'New stories of Engineering are to do at once.',
    script: async (agent) => {
      const { updatedAt } = await find(agent, 'list_statuses', 'To Do', { teamId: 'ENG' });
      const status = { kind: 'status', action: 'update', id: 'To Do', teamId: 'ENG', isDefault: true };
      return agent.call('manage_setup', { ...status, expectedUpdatedAt: updatedAt });
    },
    difference: ['status.updated Backlog isDefault=false', 'status.updated To Do isDefault=true'],
  },
  {
    kind: 'statuses',
    says: 'Objectives can be paused.',
    script: (agent) =>
      agent.call('manage_setup', {
        kind: 'status',
        action: 'create',
        appliesTo: 'objective',
        name: 'Paused',
        category: 'unstarted',
        ...key(),
      }),
    difference: ['status.created Paused appliesTo=objective category=unstarted name=Paused order=5'],
  },
  save(
    'teams',
    'Operations estimates in hours.',
    ['list_teams', 'Operations', { kind: 'team', action: 'update', id: 'Operations' }],
    ['manage_setup', { estimateScheme: 'hours' }],
    ['team.updated OPS estimateScheme=hours'],
  ),
  {
    kind: 'comments',
    says: 'Say on checkout and dark mode that they wait for the designer.',
    script: async (agent) => {
      await agent.call('save_comment', { story: 'ENG-2', content: 'Waits for the designer.', ...key() });
      return agent.call('save_comment', { story: 'ENG-6', content: 'Waits for the designer.', ...key() });
    },
    difference: [
      'comment.created Waits for the designer. content=Waits for the designer. storyId=ENG-2',
      'comment.created Waits for the designer. content=Waits for the designer. storyId=ENG-6',
    ],
  },
  save(
    'sprints',
    'The current sprint ends two days earlier.',
    ['list_sprints', 'Sprint 1', { sprintId: 'current' }],
    ['save_sprint', { endDate: day(8) }],
    [`sprint.updated Sprint 1 endDate=${day(8)}`],
  ),
  save(
    'sprints',
    'Sprint 2 is called Hardening, for the happy users.',
    ['list_sprints', 'Sprint 2', { sprintId: 'Sprint 2' }],
    ['save_sprint', { name: 'Hardening', objectiveId: 'Happy users' }],
    ['sprint.updated Sprint 2 name=Hardening objectiveId=Happy users'],
  ),
  {
    kind: 'triage',
    says: 'Dark mode relates to checkout, and is blocked by the keys.',
    script: async (agent) => {
      await agent.call('manage_relations', { story: 'ENG-6', type: 'relates_to', relatedStory: 'ENG-2' });
      return agent.call('manage_relations', { story: 'ENG-6', type: 'blocked_by', relatedStory: 'OPS-1' });
    },
    difference: [
      'relation.created new relatedStoryId=ENG-2 storyId=ENG-6 type=relates_to',
      'relation.created new relatedStoryId=ENG-6 storyId=OPS-1 type=blocks',
    ],
  },
  {
    kind: 'triage',
    says: 'Ada takes the next bug, so that nobody else does.',
    script: (agent) => agent.call('claim_story', { filter: 'label:Bug is:unassigned' }),
    difference: ['story.claimed ENG-3'],
    answer: ['fencingNumber 1', 'ENG-3'],
  },
  save(
    'objectives',
    'Grace leads the happy users until the end of 2030, and has begun.',
    ['list_objectives', 'Happy users', { objectiveId: 'Happy users' }],
    ['save_objective', { leadUserId: 'Grace', endDate: '2030-12-31', statusId: 'In Progress' }],
    [
      'objective.updated Happy users endDate=2030-12-31T00:00:00.000Z leadUserId=Grace Hopper statusId=In Progress',
    ],
  ),
  {
    kind: 'objectives',
    says: 'Happy users: crashes fall from 40 to 5 a week; Grace and Ada see to it.',
    script: (agent) =>
      agent.call('save_key_result', {
        objectiveId: 'Happy users',
        name: 'Crashes',
        measurementType: 'number',
        startValue: 40,
        currentValue: 40,
        targetValue: 5,
        contributorIds: ['Grace', 'me'],
        ...key(),
      }),
    difference: [
      'key_result.created Crashes contributorIds=Ada Lovelace+Grace Hopper currentValue=40 measurementType=number name=Crashes objectiveId=Happy users objectiveName=Happy users startValue=40 targetValue=5 teamId=ENG',
    ],
  },
  save(
    'objectives',
    'The score counts no longer.',
    ['list_key_results', 'Score', { keyResultId: 'Score' }],
    ['save_key_result', { delete: true }],
    ['key_result.deleted Score'],
  ),
  {
    kind: 'teams',
    says: 'Ada is away over Christmas.',
    script: (agent) =>
      agent.call('manage_setup', {
        kind: 'time_off',
        action: 'create',
        memberId: 'me',
        startDate: '2030-12-24',
        endDate: '2030-12-26',
        ...key(),
      }),
    difference: [],
    answer: ['2030-12-24'],
  },
  ask('Who works in Operations?', 'list_members', { teamId: 'Operations' }, ['Linus Berg', /^2 items/m]),
  ask('How many stories has everybody?', 'list_stories', { groupBy: 'assignee' }, [
    /Grace Hopper" – count 1/,
    /Ada Lovelace" – count 1/,
  ]),
  ask('How many points are in each sprint?', 'list_stories', { groupBy: 'sprint' }, [
    /"Sprint 1" – count 2, estimate 11/,
  ]),
  ask(
    'What has Grace that is urgent or of high priority?',
    'list_stories',
    { filter: 'assignee:Grace priority:high,urgent' },
    ['1 item', 'ENG-1'],
  ),
  ask('Where does somebody write about Safari?', 'search', { q: 'Safari' }, ['ENG-1']),
  ask('What became of the crash since it was filed?', 'get_story', { story: 'ENG-5', history: true }, [
    'history:',
  ]),
  ask(
    'Which bugs are not done, and in no sprint?',
    'list_stories',
    { filter: 'label:Bug is:open sprint:none' },
    ['2 items', 'ENG-1', 'ENG-3'],
  ),
  ask('When does Linus work?', 'list_members', { name: 'Linus', workingTime: true }, [
    '"monday":[{"start":"09:00","end":"17:00"}]',
  ]),
];
