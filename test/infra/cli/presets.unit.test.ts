import { expect, test } from 'vitest';
import { fromHtml } from '../../../cli/import/presets/markup.ts';
import { entriesOf } from './entries-of.ts';

test('items of a GitHub project are read from the JSON of its command line', () => {
  const items = [
    {
      id: 'PVTI_1',
      title: 'Fix login',
      status: 'In Review',
      assignees: ['octocat', 'hubot'],
      labels: ['bug'],
      repository: 'https://github.com/acme/app',
      iteration: { title: 'Iteration 3', startDate: '2026-11-02', duration: 14 },
      milestone: { title: 'v2', dueOn: '2026-12-01T00:00:00Z' },
      severity: 'S1',
      content: {
        type: 'Issue',
        number: 7,
        body: 'Broken',
        title: 'Fix login',
        url: 'https://github.com/acme/app/issues/7',
      },
    },
    { id: 'PVTI_2', title: 'An idea', content: { type: 'DraftIssue', body: '', title: 'An idea' } },
  ];
  expect(entriesOf('github', 'items.json', { items, totalCount: 2 })).toEqual([
    {
      key: 'acme/app#7',
      title: 'Fix login',
      description: 'Broken',
      team: 'app',
      status: 'In Review',
      assignee: 'octocat',
      labels: ['bug'],
      endDate: '2026-12-01T00:00:00.000Z',
      sprint: 'Iteration 3',
      sprintStart: '2026-11-02T00:00:00.000Z',
      objective: 'v2',
      external: { source: 'github:acme/app', id: '7', url: 'https://github.com/acme/app/issues/7' },
      customFields: [{ column: 'cf.severity', texts: ['S1'] }],
    },
    { key: 'PVTI_2', title: 'An idea', team: 'GitHub' },
  ]);
});

test('a view of a GitHub project is read as TSV, whose lists have commas', () => {
  const tsv =
    'Title\tURL\tAssignees\tStatus\tLabels\tMilestone\n' +
    'Fix login\thttps://github.com/acme/app/issues/7\toctocat, hubot\tTodo\tbug, ui\tv2\n';
  expect(entriesOf('github', 'view.tsv', tsv)).toEqual([
    {
      key: 'acme/app#7',
      title: 'Fix login',
      team: 'app',
      status: 'Todo',
      assignee: 'octocat',
      labels: ['bug', 'ui'],
      objective: 'v2',
      external: { source: 'github:acme/app', id: '7', url: 'https://github.com/acme/app/issues/7' },
    },
  ]);
});

test('tasks of Asana are read from JSON with their subtasks', () => {
  const memberships = [{ project: { name: 'Website' }, section: { name: 'Doing' } }];
  const task = {
    gid: '11',
    name: 'Page',
    memberships,
    assignee: { name: 'Ada', email: 'ada@example.com' },
    html_notes: '<body>Do <strong>it</strong></body>',
    tags: [{ name: 'web' }],
    due_on: '2026-12-01',
    created_at: '2026-11-01T10:00:00.000Z',
    custom_fields: [{ name: 'Severity', display_value: 'S2' }],
    subtasks: [{ gid: '12', name: 'Draft', completed_at: '2026-11-03T09:00:00.000Z' }],
  };
  expect(entriesOf('asana', 'project.json', { data: [task] })).toEqual([
    {
      key: '11',
      title: 'Page',
      description: 'Do **it**',
      team: 'Website',
      status: 'Doing',
      assignee: 'ada@example.com',
      labels: ['web'],
      endDate: '2026-12-01T00:00:00.000Z',
      createdAt: '2026-11-01T10:00:00.000Z',
      external: { source: 'asana', id: '11', url: 'https://app.asana.com/0/0/11' },
      customFields: [{ column: 'cf.severity', texts: ['S2'] }],
    },
    {
      key: '12',
      title: 'Draft',
      team: 'Website',
      status: 'completed',
      parent: 'Page',
      completedAt: '2026-11-03T09:00:00.000Z',
      external: { source: 'asana', id: '12', url: 'https://app.asana.com/0/0/12' },
    },
  ]);
});

test('issues of Jira are read from the JSON of its search, which has their addresses', () => {
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
  const issue = {
    key: 'PAY-2',
    self: 'https://acme.atlassian.net/rest/api/3/issue/10002',
    fields: {
      summary: 'Pay by card',
      description: { type: 'doc', version: 1, content: [paragraph('First'), paragraph('Second')] },
      project: { name: 'Payments' },
      status: { name: 'In Progress' },
      priority: { name: 'High' },
      assignee: { displayName: 'Ada Löwe', emailAddress: 'ada@example.com' },
      labels: ['bug'],
      created: '2026-11-01T10:00:00.000+0100',
      parent: { key: 'PAY-1', fields: { summary: 'Cards' } },
      comment: {
        comments: [
          { author: { displayName: 'Bob' }, created: '2026-11-02T10:00:00.000+0000', body: 'A *b*; c' },
        ],
      },
      attachment: [{ filename: 'plan.pdf', content: 'https://acme.atlassian.net/files/1' }],
      issuelinks: [{ type: { name: 'Blocks' }, outwardIssue: { key: 'PAY-3' } }],
      issuetype: { name: 'Bug' },
      creator: { displayName: 'Eve' },
      components: [{ name: 'API' }, { name: 'Web' }],
      votes: { votes: 3 },
      fixVersions: [],
      customfield_1: { value: 'S1' },
      customfield_2: 3,
    },
  };
  const names = { customfield_1: 'Severity', customfield_2: 'Story Points' };
  expect(entriesOf('jira', 'search.json', { issues: [issue], names })).toEqual([
    {
      key: 'PAY-2',
      title: 'Pay by card',
      description: 'First\n\nSecond',
      team: 'Payments',
      status: 'In Progress',
      assignee: 'ada@example.com',
      labels: ['bug'],
      priority: 'high',
      estimateValue: 3,
      createdAt: '2026-11-01T09:00:00.000Z',
      parent: 'PAY-1',
      objective: 'Cards',
      relations: [{ field: 'blocks', key: 'PAY-3' }],
      external: { source: 'jira', id: 'PAY-2', url: 'https://acme.atlassian.net/browse/PAY-2' },
      comments: [{ author: 'Bob', at: '2026-11-02T10:00:00.000+0000', text: 'A **b**; c' }],
      links: [{ url: 'https://acme.atlassian.net/files/1', title: 'plan.pdf' }],
      reporter: 'Eve',
      customFields: [
        { column: 'cf.issue_type', texts: ['Bug'] },
        { column: 'cf.components', texts: ['API', 'Web'] },
        { column: 'cf.severity', texts: ['S1'] },
      ],
    },
  ]);
});

test('a card of Trello that is marked as complete is so in any list, and pull requests that close an issue of GitHub are links', () => {
  const card = { id: 'c', idList: 'l', name: 'Card' };
  const board = {
    name: 'Launch',
    lists: [
      { id: 'l', name: 'This week' },
      { id: 'd', name: 'Done' },
    ],
    cards: [
      { ...card, shortLink: 'a', dueComplete: true },
      { ...card, id: 'e', shortLink: 'b', dueComplete: false },
      { ...card, id: 'f', shortLink: 'c', idList: 'd', dueComplete: true },
    ],
    actions: [
      {
        type: 'updateCard',
        date: '2026-10-01T10:00:00.000Z',
        data: { card: { id: 'c' }, old: { dueComplete: false } },
      },
    ],
  };
  const cards = entriesOf('trello', 'board.json', board);
  expect(cards.map(({ status, completedAt }) => [status, completedAt])).toEqual([
    ['completed', '2026-10-01T10:00:00.000Z'],
    ['This week', undefined],
    ['Done', undefined],
  ]);
  const issue = {
    number: 7,
    title: 'Fix',
    url: 'https://github.com/acme/app/issues/7',
    closedByPullRequestsReferences: [{ number: 8, url: 'https://github.com/acme/app/pull/8' }],
  };
  expect(entriesOf('github', 'issues.json', [issue])).toEqual([
    expect.objectContaining({
      links: [{ url: 'https://github.com/acme/app/pull/8', title: undefined }],
    }),
  ]);
});

test('HTML becomes Markdown, and other text with signs stays', () => {
  expect(fromHtml('<p>One <em>two</em></p><ul><li>three</li></ul>')).toBe('One _two_\n\n-   three');
  expect(fromHtml('1 < 2 and a > b')).toBe('1 < 2 and a > b');
});
