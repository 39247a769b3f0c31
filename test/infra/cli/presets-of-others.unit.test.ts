import { expect, test } from 'vitest';
import { entriesOf } from './entries-of.ts';

const pivotalColumns =
  'Id,Title,Labels,Iteration,Iteration Start,Iteration End,Type,Estimate,Priority,Current State,Created at,Accepted at,Deadline,Requested By,Description,URL,Owned By,Owned By,Blocker,Blocker Status,Comment,Comment,Task,Task Status,Task,Task Status';

test('stories of Pivotal Tracker are read with their tasks, comments, blockers, iterations and epics', () => {
  const rows = [
    '100001,Checkout,"checkout",,,,epic,,,,"Jan 1, 2026",,,Ada,,https://www.pivotaltracker.com/epic/show/100001,,,,,,,,,,',
    '100002,Pay by card,"checkout, web",12,"Jan 5, 2026","Jan 11, 2026",feature,2,p1 - High,accepted,"Jan 2, 2026","Jan 9, 2026",,Ada,See #100003,https://www.pivotaltracker.com/story/show/100002,Bob,Ada,#100003,unresolved,"Looks good (Ada Löwe - Jan 8, 2026)",No one said when,Draw,completed,Build,not completed',
  ];
  expect(entriesOf('pivotal', 'tracker.csv', [pivotalColumns, ...rows].join('\n'))).toEqual([
    {
      key: '100001',
      title: 'Checkout',
      team: 'Pivotal Tracker',
      labels: ['checkout'],
      createdAt: '2026-01-01T00:00:00.000Z',
      reporter: 'Ada',
      external: { source: 'pivotal', id: '100001', url: 'https://www.pivotaltracker.com/epic/show/100001' },
      customFields: [{ column: 'cf.type', texts: ['epic'] }],
    },
    {
      key: '100002',
      title: 'Pay by card',
      description: 'See #100003\n\n- [x] Draw\n- [ ] Build\n\n**Blockers**\n\n- [ ] #100003',
      team: 'Pivotal Tracker',
      status: 'accepted',
      assignee: 'Bob',
      labels: ['checkout', 'web'],
      priority: 'high',
      estimateValue: 2,
      createdAt: '2026-01-02T00:00:00.000Z',
      completedAt: '2026-01-09T00:00:00.000Z',
      sprint: 'Iteration 12',
      sprintStart: '2026-01-05T00:00:00.000Z',
      sprintEnd: '2026-01-11T00:00:00.000Z',
      objective: 'Checkout',
      relations: [{ field: 'blockedBy', key: '100003' }],
      reporter: 'Ada',
      external: { source: 'pivotal', id: '100002', url: 'https://www.pivotaltracker.com/story/show/100002' },
      comments: [
        { author: 'Ada Löwe', at: 'Jan 8, 2026', text: 'Looks good' },
        { author: undefined, at: undefined, text: 'No one said when' },
      ],
      customFields: [{ column: 'cf.type', texts: ['feature'] }],
    },
  ]);
});

test('a tree of work items of Azure DevOps has parents by its levels, and objectives by their types', () => {
  const csv = [
    'ID,Work Item Type,Title 1,Title 2,Title 3,Assigned To,State,Tags,Priority,Area Path,Iteration Path,Story Points,Description,Created Date',
    '"1","Epic","Platform",,,,"New",,"2","Shop","Shop",,,"11/24/2026 10:12:00 AM"',
    '"2","User Story",,"Pay by card",,"Ada Löwe <ada@example.com>","Active","web; urgent","1","Shop\\Web","Shop\\2026\\Sprint 3","5","<div>Do <b>it</b></div>","11/24/2026 10:12:00 AM"',
    '"3","Task",,,"Draw it",,"Removed",,"4","Shop","Shop",,,"11/24/2026 10:12:00 AM"',
    '"4","User Story",,"Refund",,,"Closed",,"3","Shop","Shop",,,"11/24/2026 10:12:00 AM"',
  ];
  const entries = entriesOf('azure-devops', 'items.csv', csv.join('\n')).map(
    ({ problems, customFields, ...entry }) => entry,
  );
  const createdAt = '2026-11-24T10:12:00.000Z';
  expect(entries).toEqual([
    { key: '1', title: 'Platform', team: 'Shop', status: 'New', priority: undefined, createdAt },
    {
      key: '2',
      title: 'Pay by card',
      description: 'Do **it**',
      team: 'Shop',
      status: 'Active',
      assignee: 'ada@example.com',
      labels: ['web', 'urgent'],
      estimateValue: 5,
      sprint: 'Sprint 3',
      parent: '1',
      objective: 'Platform',
      createdAt,
    },
    { key: '3', title: 'Draw it', team: 'Shop', status: 'Removed', parent: '2', createdAt },
    {
      key: '4',
      title: 'Refund',
      team: 'Shop',
      status: 'Closed',
      parent: '1',
      objective: 'Platform',
      createdAt,
    },
  ]);
});

test('a flat list of work items names its parents by their ids', () => {
  const csv = [
    'ID,Work Item Type,Title,State,Team Project,Parent,Original Estimate',
    '10,Feature,Payments,New,Shop,,',
    '11,Bug,Crash,Resolved,Shop,10,1.5',
  ];
  expect(entriesOf('azure-devops', 'items.csv', csv.join('\n'))[1]).toMatchObject({
    title: 'Crash',
    team: 'Shop',
    parent: '10',
    objective: 'Payments',
    estimatedDurationMinutes: 90,
  });
});

test('issues of Redmine are read with their relations, estimates in hours and target versions', () => {
  const csv = [
    '#,Project,Tracker,Parent task,Status,Priority,Subject,Author,Assignee,Target version,Start date,Due date,Estimated time,Created,Closed,Related issues,Description',
    '7,Shop,Bug,,Resolved,Immediate,Crash,Ada Löwe,Bob,1.2,2026-04-01,2026-04-09,1:30,2026-04-01 10:12,2026-04-03 11:00,"Related to #8, Blocks #9, Blocked by #10, Precedes #11 (2 days), Is duplicate of #12",See #8',
    '8,Shop,Feature,Feature #7,Feedback,Normal,Better,Ada Löwe,,,,,"2,5",2026-04-01 10:12,,,',
  ];
  const entries = entriesOf('redmine', 'issues.csv', csv.join('\n')).map(({ problems, ...entry }) => entry);
  expect(entries).toEqual([
    {
      key: '7',
      title: 'Crash',
      description: 'See #8',
      team: 'Shop',
      status: 'Resolved',
      assignee: 'Bob',
      priority: 'urgent',
      estimatedDurationMinutes: 90,
      startDate: '2026-04-01T00:00:00.000Z',
      endDate: '2026-04-09T00:00:00.000Z',
      objective: '1.2',
      createdAt: '2026-04-01T10:12:00.000Z',
      completedAt: '2026-04-03T11:00:00.000Z',
      reporter: 'Ada Löwe',
      relations: [
        { field: 'blocks', key: '9' },
        { field: 'blockedBy', key: '10' },
        { field: 'relatesTo', key: '8' },
        { field: 'relatesTo', key: '11' },
        { field: 'duplicates', key: '12' },
      ],
      customFields: [{ column: 'cf.tracker', texts: ['Bug'] }],
    },
    {
      key: '8',
      title: 'Better',
      team: 'Shop',
      status: 'Feedback',
      priority: 'medium',
      estimatedDurationMinutes: 150,
      parent: '7',
      createdAt: '2026-04-01T10:12:00.000Z',
      reporter: 'Ada Löwe',
      customFields: [{ column: 'cf.tracker', texts: ['Feature'] }],
    },
  ]);
});
