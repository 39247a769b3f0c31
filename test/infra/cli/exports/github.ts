import { items, people, textWith, type Item } from './items.ts';

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
