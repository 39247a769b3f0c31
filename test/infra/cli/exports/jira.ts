import { csv, inNotation, items, people, textWith, type Item, type Row } from './items.ts';

/** What is special to Jira's markup, in place of the text of item 17, with what it becomes. */
export const markup = {
  wiki: `h2. Plan
*bold* and _italic_ with {{code}}, see [the site|https://example.com/a_b_c] and my_own_name
# first
# second
{code:java}
int *x* = a_b_c;
{code}`,
  markdown: `## Plan
**bold** and *italic* with \`code\`, see [the site](https://example.com/a_b_c) and my_own_name
1. first
1. second
\`\`\`java
int *x* = a_b_c;
\`\`\``,
};

const key = (n: number) => `PAY-${n}`;
const priorities = { urgent: 'Highest', high: 'High', medium: 'Medium', low: 'Low', none: '' };

/** `12/Mar/26 3:04 PM`, as Jira writes times. */
function time(iso: string | null): string {
  if (iso === null) return '';
  const date = new Date(iso);
  const month = date.toLocaleString('en', { month: 'short', timeZone: 'UTC' });
  const clock = date.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return `${String(date.getUTCDate()).padStart(2, '0')}/${month}/${String(date.getUTCFullYear()).slice(2)} ${clock.replace('\u202f', ' ')}`;
}

const padded = (cells: readonly string[], length: number): string[] =>
  Array.from({ length }, (_, at) => cells[at] ?? '');

function rowOf(item: Item): Row {
  const { n, assignees, parent, epic, due, start } = item;
  return {
    Summary: item.title,
    'Issue key': key(n),
    'Issue id': 10_000 + n,
    'Issue Type': parent === null ? 'Story' : 'Sub-task',
    Status: item.status,
    'Project key': 'PAY',
    'Project name': 'Payments',
    'Project lead': 'Ada',
    Priority: priorities[item.priority],
    Assignee: padded(
      assignees.map((name) => people[name].name),
      2,
    ),
    Reporter: people[item.author].name,
    Created: time(item.created),
    Updated: time(item.created),
    Resolved: time(item.completed),
    'Due date': due && inNotation(due, n),
    Votes: 0,
    Labels: padded(item.labels, 4),
    Description: n === 17 ? markup.wiki : textWith(item, key),
    Sprint: item.sprint === null ? ['', ''] : ['Old sprint', item.sprint],
    Comment: padded(
      item.comments.map(({ by, at, text }) => `${time(at)};${people[by].name};${text}`),
      2,
    ),
    Attachment: item.links.map(({ url, title }) => `${time(item.created)};ada;${title};${url}`)[0],
    'Outward issue link (Blocks)': item.blocks.map(key)[0],
    'Custom field (Story Points)': item.points,
    'Custom field (Severity)': item.severity,
    'Custom field (Start date)': start && inNotation(start, n),
    'Custom field (Empty)': '',
    Parent: parent === null ? '' : 10_000 + parent,
    'Parent key': parent === null ? epic && 'PAY-900' : key(parent),
    'Parent summary': epic ?? (parent === null ? '' : `Task ${parent}`),
    'Status Category': 'To Do',
    'Log Work': padded(
      item.work.map(({ by, at, minutes, note }) => `${note};${time(at)};${people[by].name};${minutes * 60}`),
      3,
    ),
  };
}

/** "Export CSV (all fields)"; a blank summary and a repeated key are refused. */
export const jiraCsv = (some: readonly Item[] = items): string =>
  csv([...some.map(rowOf), rowOf({ ...some[0]!, n: 99, title: '  ' }), rowOf(some[1]!)]);

const SITE = 'https://acme.atlassian.net';

const personOf = (name: keyof typeof people) => ({ displayName: people[name].name });

const issueOf = (item: Item) => ({
  key: key(item.n),
  self: `${SITE}/rest/api/2/issue/${10_000 + item.n}`,
  fields: {
    summary: item.title,
    description: item.n === 17 ? markup.wiki : textWith(item, key),
    issuetype: { name: 'Story' },
    status: { name: item.status },
    project: { key: 'PAY', name: 'Payments' },
    priority: item.priority === 'none' ? null : { name: priorities[item.priority] },
    assignee: item.assignees[0] ? personOf(item.assignees[0]) : null,
    reporter: personOf(item.author),
    labels: item.labels,
    created: item.created.replace('Z', '+0000'),
    updated: item.created,
    resolutiondate: item.completed,
    duedate: item.due && item.due.slice(0, 10),
    parent: item.parent === null ? undefined : { key: key(item.parent) },
    comment: {
      comments: item.comments.map(({ by, at, text }) => ({ author: personOf(by), created: at, body: text })),
      total: item.comments.length,
    },
    worklog: {
      worklogs: item.work.map(({ by, at, minutes, note }) => ({
        author: { ...personOf(by), emailAddress: people[by].email },
        started: at.replace('Z', '+0000'),
        timeSpentSeconds: minutes * 60,
        comment: note,
      })),
      total: item.work.length,
    },
    attachment: item.links.map(({ url, title }) => ({ filename: title, content: url })),
    issuelinks: item.blocks.map((n) => ({ type: { name: 'Blocks' }, outwardIssue: { key: key(n) } })),
    votes: { votes: 0 },
    customfield_1: item.points,
    customfield_2: item.severity && { value: item.severity },
    customfield_3: item.start && item.start.slice(0, 10),
    customfield_4: item.sprint && [{ name: 'Old sprint' }, { name: item.sprint }],
  },
});

/** What Jira's search returns; a blank summary and a repeated key are refused. */
export const jiraSearch = (): string => {
  const blank = { ...issueOf(items[0]!), key: key(99) };
  blank.fields.summary = '  ';
  const names = {
    customfield_1: 'Story Points',
    customfield_2: 'Severity',
    customfield_3: 'Start date',
    customfield_4: 'Sprint',
  };
  return JSON.stringify({ names, issues: [...items.map(issueOf), blank, issueOf(items[1]!)] });
};
