import { csv, items, people, textWith, type Item, type Row } from './items.ts';

const REPOSITORY = 'https://github.com/acme/engine';

const issueOf = (item: Item) => ({
  assignees: item.assignees.map((name) => ({
    id: `u-${name}`,
    login: people[name].login,
    name: people[name].name,
  })),
  author: {
    id: `u-${item.author}`,
    is_bot: false,
    login: people[item.author].login,
    name: people[item.author].name,
  },
  blockedBy: { nodes: [], totalCount: 0 },
  blocking: {
    nodes: item.blocks.map((n) => ({ number: n, url: `${REPOSITORY}/issues/${n}` })),
    totalCount: 0,
  },
  body: textWith(item, (n) => `#${n}`).replaceAll('\n', '\r\n'),
  closed: item.completed !== null,
  closedAt: item.completed,
  comments: item.comments.map(({ by, at, text }) => ({
    id: `c-${at}`,
    author: { login: people[by].login },
    authorAssociation: 'MEMBER',
    body: text,
    createdAt: at,
    reactionGroups: [],
    url: `${REPOSITORY}/issues/${item.n}#c`,
  })),
  createdAt: item.created,
  id: `I_${item.n}`,
  isPinned: false,
  labels: item.labels.map((name) => ({ id: `l-${name}`, name, description: '', color: 'ff0000' })),
  milestone: item.epic && { number: 2, title: item.epic, description: '', dueOn: null },
  number: item.n,
  parent: item.parent === null ? null : { number: item.parent, url: `${REPOSITORY}/issues/${item.parent}` },
  projectItems: [{ status: { optionId: 'x', name: item.status }, title: 'Roadmap' }],
  reactionGroups: [],
  state: item.completed === null ? 'OPEN' : 'CLOSED',
  stateReason: item.status === 'Cancelled' ? 'NOT_PLANNED' : item.completed === null ? '' : 'COMPLETED',
  title: item.title,
  updatedAt: item.created,
  url: `${REPOSITORY}/issues/${item.n}`,
});

/** What `gh issue list --state all --json …` prints: a blank title and a repeated issue are refused. */
export const githubIssues = (): string =>
  JSON.stringify([
    ...items.map(issueOf),
    { ...issueOf(items[0]!), number: 99, title: ' ', url: `${REPOSITORY}/issues/99` },
    issueOf(items[1]!),
  ]);

const issueAddress = (n: number) => `${REPOSITORY}/issues/${n}`;

const projectItemOf = (item: Item) => ({
  id: `PVTI_${item.n}`,
  title: item.title,
  status: item.status,
  assignees: item.assignees.map((name) => people[name].login),
  labels: item.labels,
  repository: REPOSITORY,
  priority: item.priority === 'none' ? undefined : item.priority,
  'story points': item.points ?? undefined,
  severity: item.severity ?? undefined,
  'start date': item.start ?? undefined,
  'target date': item.due ?? undefined,
  iteration: item.sprint === null ? undefined : { title: item.sprint, startDate: '2026-08-03', duration: 14 },
  milestone: item.epic === null ? undefined : { title: item.epic, description: '', dueOn: '' },
  'linked pull requests': item.links.map(({ url }) => url),
  content: {
    type: 'Issue',
    number: item.n,
    title: item.title,
    body: textWith(item, (n) => `#${n}`),
    repository: 'acme/engine',
    url: issueAddress(item.n),
  },
});

/** What `gh project item-list --format json` prints: a blank title and a repeated issue are refused, a draft is an item. */
export const githubProject = (): string =>
  JSON.stringify({
    items: [
      ...items.map(projectItemOf),
      { id: 'PVTI_99', title: ' ', content: { type: 'DraftIssue', title: ' ', body: '' } },
      projectItemOf(items[1]!),
    ],
    totalCount: items.length + 2,
  });

const rowOf = (item: Item): Row => ({
  Title: item.title,
  URL: issueAddress(item.n),
  Assignees: item.assignees.map((name) => people[name].login).join(', '),
  Status: item.status,
  Labels: item.labels.join(', '),
  Priority: item.priority === 'none' ? '' : item.priority,
  Estimate: item.points,
  'Start date': item.start?.slice(0, 10),
  'Target date': item.due?.slice(0, 10),
  Iteration: item.sprint,
  Milestone: item.epic,
  'Linked pull requests': item.links.map(({ url }) => url).join(', '),
  'Parent issue': item.parent === null ? '' : issueAddress(item.parent),
  Severity: item.severity,
});

/** A view of a project, as its menu exports it: a blank title and a repeated issue are refused. */
export const githubView = (): string =>
  csv([...items.map(rowOf), rowOf({ ...items[0]!, n: 99, title: '' }), rowOf(items[1]!)], '\t');
