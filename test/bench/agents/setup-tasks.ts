import { initialStatuses } from '../../../shared/identity/status/status.ts';
import { find, key, seen, type Task } from './task.ts';

const setUp = (kind: Task['kind'], says: string, args: object, difference: readonly string[]): Task => ({
  kind,
  says,
  script: (agent) => agent.call('manage_setup', { ...args, ...key() }),
  difference,
});

/** The statuses that a new team has. */
const newStatuses = (team: string): string[] =>
  initialStatuses.map(
    ({ name, category, isDefault }, order) =>
      `status.created ${name} appliesTo=story category=${category}${isDefault ? ' isDefault=true' : ''} name=${name} order=${order} teamId=${team}`,
  );

/** Tasks about labels, statuses, teams and their members. */
export const setupTasks: readonly Task[] = [
  setUp(
    'labels',
    'Make a label “Security” for everybody.',
    { kind: 'label', action: 'create', name: 'Security' },
    ['label.created Security name=Security'],
  ),
  setUp(
    'labels',
    'Engineering needs a red label “Regression”.',
    { kind: 'label', action: 'create', name: 'Regression', color: '#ff0000', teamId: 'ENG' },
    ['label.created Regression name=Regression teamId=ENG'],
  ),
  {
    kind: 'labels',
    says: 'Call the label Feature “Improvement”.',
    script: async (agent) => {
      const { updatedAt } = await find(agent, 'list_labels', 'Feature');
      return agent.call('manage_setup', {
        kind: 'label',
        action: 'update',
        id: 'Feature',
        expectedUpdatedAt: updatedAt,
        name: 'Improvement',
      });
    },
    difference: ['label.updated Feature name=Improvement'],
  },
  {
    kind: 'labels',
    says: 'Label the crash as a bug.',
    script: async (agent) =>
      agent.call('update_stories', { stories: [await seen(agent, 'ENG-5')], labels: ['bug'] }),
    difference: ['story.updated ENG-5 labels=Bug'],
  },
  {
    kind: 'labels',
    says: 'Make a label “Mobile” and put it on the crash, beside what it has.',
    script: async (agent) => {
      const { id } = await agent.call('manage_setup', {
        kind: 'label',
        action: 'create',
        name: 'Mobile',
        ...key(),
      });
      return agent.call('update_stories', { stories: [await seen(agent, 'ENG-1')], labels: ['Bug', id] });
    },
    difference: ['label.created Mobile name=Mobile', 'story.updated ENG-1 labels=Bug+Mobile'],
  },
  {
    kind: 'labels',
    says: 'Nobody uses Chore: put it away.',
    script: (agent) =>
      agent.call('manage_setup', { kind: 'label', action: 'archive', id: 'Chore', teamId: 'ENG' }),
    difference: ['label.updated Chore archivedAt=set'],
  },
  setUp(
    'statuses',
    'Engineering reviews: a status “In Review” among those that are started.',
    { kind: 'status', action: 'create', name: 'In Review', category: 'started', teamId: 'ENG', order: 3 },
    ['status.created In Review appliesTo=story category=started name=In Review order=3 teamId=ENG'],
  ),
  {
    kind: 'statuses',
    says: 'Operations says “Doing” instead of “In Progress”.',
    script: async (agent) => {
      const { updatedAt } = await find(agent, 'list_statuses', 'In Progress', { teamId: 'OPS' });
      return agent.call('manage_setup', {
        kind: 'status',
        action: 'update',
        id: 'In Progress',
        teamId: 'OPS',
        name: 'Doing',
        expectedUpdatedAt: updatedAt,
      });
    },
    difference: ['status.updated In Progress name=Doing'],
  },
  {
    kind: 'statuses',
    says: 'Operations does without “To Do”.',
    script: (agent) =>
      agent.call('manage_setup', { kind: 'status', action: 'archive', id: 'To Do', teamId: 'OPS' }),
    difference: ['status.updated To Do archivedAt=set'],
  },
  {
    kind: 'statuses',
    says: 'A status “QA” for Engineering, and the crash is in it.',
    script: async (agent) => {
      const status = { kind: 'status', action: 'create', name: 'QA', category: 'started', teamId: 'ENG' };
      const { id } = await agent.call('manage_setup', { ...status, ...key() });
      return agent.call('update_stories', { stories: [await seen(agent, 'ENG-5')], statusId: id });
    },
    difference: [
      'status.created QA appliesTo=story category=started name=QA order=5 teamId=ENG',
      'story.updated ENG-5 statusId=QA',
    ],
  },
  {
    kind: 'teams',
    says: 'Found the team Design (DSN) without sprints, with Grace in it.',
    script: async (agent) => {
      const team = { kind: 'team', action: 'create', name: 'Design', code: 'DSN', sprintsEnabled: false };
      const { id } = await agent.call('manage_setup', { ...team, ...key() });
      return agent.call('manage_setup', {
        kind: 'team_member',
        action: 'add',
        teamId: id,
        memberId: 'Grace',
      });
    },
    difference: [
      'team.created Design code=DSN estimateScheme=points memberCount=1 name=Design',
      'team_member.added Design Ada Lovelace',
      'team_member.added Design Grace Hopper',
      ...newStatuses('Design'),
    ],
  },
  {
    kind: 'teams',
    says: 'Linus helps Engineering from today.',
    script: (agent) =>
      agent.call('manage_setup', { kind: 'team_member', action: 'add', teamId: 'ENG', memberId: 'Linus' }),
    difference: ['team_member.added ENG Linus Berg'],
  },
  {
    kind: 'teams',
    says: 'Grace has left Engineering.',
    script: (agent) =>
      agent.call('manage_setup', { kind: 'team_member', action: 'remove', teamId: 'ENG', memberId: 'grace' }),
    difference: ['team_member.removed ENG Grace Hopper'],
  },
  {
    kind: 'teams',
    says: 'Operations is called Platform now.',
    script: async (agent) => {
      const { updatedAt } = await find(agent, 'list_teams', 'Operations');
      const team = { kind: 'team', action: 'update', id: 'OPS', name: 'Platform' };
      return agent.call('manage_setup', { ...team, expectedUpdatedAt: updatedAt });
    },
    difference: ['team.updated OPS name=Platform'],
  },
];
