import { usualCategory } from '../status-map.ts';
import { isRecord, listOf, textOf, type Preset, type RowComment } from './preset.ts';

const ISSUE_ADDRESS = /^https:\/\/([^/]+)\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)/;

/** Issues as `gh issue list --json` and `gh project item-list --format json` print them, or a project view as TSV. */
export const github: Preset = {
  tool: 'GitHub',
  map: {
    key: 'key',
    title: 'title|Title|content.title',
    description: 'body|content.body',
    team: 'repository name|"GitHub"',
    status: 'status',
    assignee: 'assignees.login|Assignees|assignees',
    labels: 'labels.name|Labels|labels',
    priority: 'priority|Priority',
    estimateValue: 'estimate|Estimate|Story Points|story points',
    startDate: 'start date|Start date|Start Date',
    endDate: 'target date|Target date|End date|end date|Due|milestone.dueOn',
    parent: 'parent key',
    sprint: 'iteration|Iteration|Sprint|sprint',
    sprintStart: 'iteration start',
    objective: 'milestone.title|Milestone|milestone',
    blocks: 'blocking keys',
    blockedBy: 'blockedBy keys',
    createdAt: 'createdAt',
    completedAt: 'closedAt',
    reporter: 'author.login',
    externalId: 'issue number',
    externalSource: 'source',
    externalUrl: 'address',
  },
  lists: ['Assignees', 'Labels', 'Linked pull requests'],
  uses: {
    number: 'key',
    url: 'externalUrl',
    URL: 'externalUrl',
    content: 'title, description and externalUrl',
    repository: 'team',
    comments: 'comments',
    state: 'status',
    stateReason: 'status',
    Status: 'status',
    iteration: 'sprint',
    'Linked pull requests': 'links',
    'linked pull requests': 'links',
    closedByPullRequestsReferences: 'links',
    'Parent issue': 'parent',
    parent: 'parent',
    blocking: 'blocks',
    blockedBy: 'blockedBy',
    projectItems: 'status',
  },
  omits: {
    id: "GitHub's internal id; stories are found by their numbers",
    closed: 'state says it',
    updatedAt: 'stories have their own',
    reactionGroups: 'stories have no reactions',
    isPinned: 'stories are not pinned',
  },
  customField: (column) =>
    ['id', 'closed', 'updatedAt', 'reactionGroups', 'isPinned', 'projectCards', 'subIssues'].includes(column)
      ? undefined
      : column,
  read: (content) =>
    isRecord(content) && Array.isArray(content['items']) ? records(content['items']) : undefined,
  tidy(record) {
    const content = isRecord(record['content']) ? record['content'] : {};
    const url = textOf(record['url']) ?? textOf(record['URL']) ?? textOf(content['url']);
    const [, host, repository, number] = ISSUE_ADDRESS.exec(url ?? '') ?? [];
    const keyIn = keyRelativeTo(repository);
    return {
      values: {
        ...record,
        key: number === undefined ? textOf(record['id']) : `${repository}#${number}`,
        'issue number': number,
        'repository name': repository?.split('/')[1],
        source: repository && `github:${host === 'github.com' ? '' : `${host}/`}${repository}`,
        address: url,
        status: statusOf(record),
        iteration: isRecord(record['iteration']) ? record['iteration']['title'] : record['iteration'],
        'iteration start': isRecord(record['iteration']) ? record['iteration']['startDate'] : undefined,
        'parent key': keyIn(record['parent']) ?? keyIn(record['Parent issue']),
        'blocking keys': nodesOf(record['blocking']).flatMap((each) => keyIn(each) ?? []),
        'blockedBy keys': nodesOf(record['blockedBy']).flatMap((each) => keyIn(each) ?? []),
      },
      details: {
        comments: listOf(record['comments']).flatMap((comment) => commentOf(comment) ?? []),
        links: [
          ...listOf(record['linked pull requests'] ?? record['Linked pull requests']),
          ...listOf(record['closedByPullRequestsReferences'])
            .filter(isRecord)
            .map((one) => one['url']),
        ].flatMap((one) => {
          const address = textOf(one);
          return address ? [{ url: address, title: undefined }] : [];
        }),
      },
    };
  },
  mention: /(?<![\w&])((?:[\w.-]{1,100}\/[\w.-]{1,100})?#\d+)\b/g,
  mentionedKey: (mention, own) => (mention.startsWith('#') ? own.replace(/#.*/, mention) : mention),
};

const records = (items: unknown[]): Record<string, unknown>[] => items.filter(isRecord);

/** Lists are plain, or the connections of GraphQL. */
const nodesOf = (value: unknown): unknown[] =>
  listOf(isRecord(value) && 'nodes' in value ? value['nodes'] : value);

/** The key of another issue by its address, or by its number in the same repository. */
const keyRelativeTo =
  (repository: string | undefined) =>
  (value: unknown): string | undefined => {
    const given = isRecord(value) ? (textOf(value['url']) ?? textOf(value['number'])) : textOf(value);
    if (given === undefined) return undefined;
    const [, , other, number] = ISSUE_ADDRESS.exec(given) ?? [];
    const near = /^#?(\d+)$/.exec(given)?.[1];
    if (other !== undefined) return `${other}#${number}`;
    return near === undefined ? undefined : `${repository}#${near}`;
  };

/** The column of a project if it fits the state of the issue, else what the state means. */
function statusOf(record: Record<string, unknown>): string | undefined {
  const [item] = listOf(record['projectItems']);
  const inProject = isRecord(item) && isRecord(item['status']) ? textOf(item['status']['name']) : undefined;
  const column = textOf(record['status']) ?? textOf(record['Status']) ?? inProject;
  const state = textOf(record['state'])?.toLowerCase();
  if (state === undefined || state === 'open') return column ?? (state && 'unstarted');
  const means = textOf(record['stateReason'])?.toLowerCase() === 'not_planned' ? 'cancelled' : 'completed';
  return column !== undefined && usualCategory(column) === means ? column : means;
}

function commentOf(comment: unknown): RowComment | undefined {
  if (!isRecord(comment)) return undefined;
  const text = textOf(comment['body']);
  const author = isRecord(comment['author']) ? textOf(comment['author']['login']) : undefined;
  return text === undefined ? undefined : { author, at: textOf(comment['createdAt']), text };
}
