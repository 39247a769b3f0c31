import { expect, test } from 'vitest';
import { entriesOf } from './entries-of.ts';

const csvOf = (rows: readonly Record<string, string>[]): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  return [line(columns), ...rows.map((row) => line(columns.map((column) => row[column] ?? '')))].join('\n');
};

const task = {
  'Task ID': '86a1',
  'Task Link': 'https://app.clickup.com/t/86a1',
  'Task Custom ID': 'WEB-7',
  'Task Name': 'Draw the page',
  'Task Content': 'First.\\nThen C:\\new is kept',
  Status: 'in review',
  'Date Created': '1790000000000',
  'Due Date': '1790461800000',
  'Due Date Text': '9/27/2026, 4:00:00 am GMT+5:30',
  'Start Date': '1790000000000',
  'Start Date Text': '9/21/2026, 7:43:20 pm GMT+5:30',
  'Parent ID': 'null',
  Attachments: '[{"title":"sketch.png","url":"https://example.com/sketch.png"}]',
  Assignees: '[Ada Löwe,Bob]',
  Tags: '[web,soon]',
  Priority: '2',
  'List Name': 'Launch',
  'Folder Name/Path': '["Site/Pages"]',
  'Space Name': 'Shop',
  'Time Estimated': ' "5400000"',
  Checklists: '{"Steps":["Draw","Build"]}',
  Comments:
    '[{"text":"Nice","by":"ada@example.com","date":"9/26/2026, 3:04:05 pm GMT+5:30"},{"text":"Later","by":"","date":"3/4/2026, 9:00:00 AM CDT"},{"text":"","by":"x"}]',
  'MoSCoW (drop down)': 'Must',
};

test('tasks of ClickUp are read with their spaces, lists, checklists, comments, days and times', () => {
  const sub = {
    'Task ID': '86a2',
    'Task Custom ID': 'null',
    'Task Name': 'Sub',
    'Task Content': 'null',
    Status: 'complete',
  };
  const more = {
    'Parent ID': '86a1',
    Assignees: '[]',
    Priority: 'null',
    'List Name': 'Sprint 3 (9/1 - 9/14)',
    'Space Name': 'Shop',
  };
  const [first, second] = entriesOf(
    'clickup',
    'tasks.csv',
    csvOf([task, { ...sub, ...more, Checklists: '{}', Comments: '[[' }]),
  );
  expect(first).toEqual({
    key: 'WEB-7',
    title: 'Draw the page',
    description: 'First.\nThen C:\\new is kept\n\n**Steps**\n\n- [ ] Draw\n- [ ] Build',
    team: 'Shop',
    status: 'in review',
    assignee: 'Ada Löwe',
    labels: ['web', 'soon'],
    estimatedDurationMinutes: 90,
    startDate: '2026-09-21T14:13:20.000Z',
    endDate: '2026-09-27T00:00:00.000Z',
    objective: 'Launch',
    createdAt: '2026-09-21T14:13:20.000Z',
    external: { source: 'clickup', id: '86a1', url: 'https://app.clickup.com/t/86a1' },
    comments: [
      { author: 'ada@example.com', at: '2026-09-26 3:04:05 pm +05:30', text: 'Nice' },
      { author: undefined, at: '2026-03-04 9:00:00 AM -05:00', text: 'Later' },
    ],
    links: [{ url: 'https://example.com/sketch.png', title: 'sketch.png' }],
    customFields: [
      { column: 'cf.folder', texts: ['Site/Pages'] },
      { column: 'cf.moscow', texts: ['Must'] },
    ],
  });
  expect(second).toEqual({
    key: '86a2',
    title: 'Sub',
    team: 'Shop',
    status: 'complete',
    parent: '86a1',
    sprint: 'Sprint 3 (9/1 - 9/14)',
    external: { source: 'clickup', id: '86a2', url: 'https://app.clickup.com/t/86a2' },
  });
});

test('stories and tasks of Rally are read with their states, features, parents and criteria', () => {
  const rows = [
    {
      'Formatted ID': 'US12',
      Name: 'Pay by card',
      'Schedule State': 'Accepted',
      'Plan Estimate': '3',
      'Task Estimate Total': '6',
      Owner: 'ada@example.com',
      Tags: 'web, soon',
      Project: 'Shop',
      Iteration: 'PI9.2',
      Release: 'PI9',
      Feature: 'F7: Checkout',
      'Acceptance Criterias': '<p>Card is <b>charged</b></p>',
      'Creation Date': '2026-03-02T08:00:00Z',
      'Accepted Date': '2026-03-20T08:00:00Z',
      Description: '<div>See US13</div>',
      Predecessors: 'US13: Refund',
    },
    {
      'Formatted ID': 'TA40',
      Name: 'Draw it',
      'Schedule State': 'Defined',
      Project: 'Shop',
      Parent: 'US12: Pay by card',
    },
  ];
  expect(entriesOf('rally', 'export.csv', csvOf(rows))).toEqual([
    {
      key: 'US12',
      title: 'Pay by card',
      description: 'See US13\n\n**Acceptance criteria**\n\nCard is **charged**',
      team: 'Shop',
      status: 'Accepted',
      assignee: 'ada@example.com',
      labels: ['web', 'soon'],
      estimateValue: 3,
      estimatedDurationMinutes: 360,
      sprint: 'PI9.2',
      objective: 'Checkout',
      relations: [{ field: 'blockedBy', key: 'US13' }],
      createdAt: '2026-03-02T08:00:00.000Z',
      completedAt: '2026-03-20T08:00:00.000Z',
      external: { source: 'rally', id: 'US12', url: 'https://rally1.rallydev.com/#/search?keywords=US12' },
      customFields: [{ column: 'cf.release', texts: ['PI9'] }],
    },
    {
      key: 'TA40',
      title: 'Draw it',
      team: 'Shop',
      status: 'Defined',
      parent: 'US12',
      external: { source: 'rally', id: 'TA40', url: 'https://rally1.rallydev.com/#/search?keywords=TA40' },
    },
  ]);
});

test('pages of Notion have the first column as title, relations by title, ranges of days and marks', () => {
  const link = (title: string) =>
    `${title} (https://www.notion.so/${title.replaceAll(/\W/g, '-')}-1f2e?pvs=21)`;
  const rows = [
    {
      'Task name': 'Plan, then build',
      Assign: 'Ada, Bob',
      Date: 'October 8, 2021 → October 29, 2021',
      Tags: 'web, soon',
    },
    {
      'Task name': 'Build',
      Done: 'Yes',
      'Parent item': link('Plan, then build'),
      'Blocked by': `${link('Plan, then build')}, Paint (Tasks%20db/Paint%202e1f.md)`,
      Budget: '3',
    },
    { 'Task name': 'Paint', Done: 'No', Budget: '1' },
    { 'Task name': 'Paint', Done: 'No', Budget: '2' },
  ];
  const [plan, build, paint, other] = entriesOf('notion', 'Tasks 1f2e.csv', csvOf(rows));
  expect(plan).toMatchObject({
    key: 'Plan, then build',
    title: 'Plan, then build',
    team: 'Notion',
    assignee: 'Ada',
    labels: ['web', 'soon'],
    startDate: '2021-10-08T00:00:00.000Z',
    endDate: '2021-10-29T00:00:00.000Z',
  });
  expect(build).toMatchObject({
    status: 'Done',
    parent: 'Plan, then build',
    relations: [
      { field: 'blockedBy', key: 'Plan, then build' },
      { field: 'blockedBy', key: 'Paint' },
    ],
    customFields: [{ column: 'cf.budget', texts: ['3'] }],
  });
  expect([paint, other].map((page) => page?.['title'])).toEqual(['Paint', 'Paint']);
  expect(new Set([paint, other].map((page) => page?.['key'])).size).toBe(2);
  expect(paint).toMatchObject({ status: 'To do' });
  expect(paint).not.toHaveProperty('problems');
});
