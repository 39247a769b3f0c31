import { usualCategory } from '../status-map.ts';
import { isRecord, listOf, textOf, type Preset, type RowComment, columnsBy, sources } from './preset.ts';

const ISSUE_ADDRESS = /^https:\/\/([^/]+)\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)/;

/** Issues as `gh issue list --json` and `gh project item-list --format json` print them, or a project view as TSV. */
export const github: Preset = {
  tool: 'GitHub',
  map: sources(`
    key=key; title=title|Title|content.title; description=body|content.body; team=repository name|"GitHub";
    status=status; assignee=assignees.login|Assignees|assignees; labels=labels.name|Labels|labels;
    priority=priority|Priority; estimateValue=estimate|Estimate|Story Points|story points;
    startDate=start date|Start date|Start Date;
    endDate=target date|Target date|End date|end date|Due|milestone.dueOn|milestone.due_on; parent=parent key;
    sprint=iteration|Iteration|Sprint|sprint; sprintStart=iteration start;
    objective=milestone.title|Milestone|milestone; blocks=blocking keys; blockedBy=blockedBy keys;
    createdAt=createdAt|created_at; completedAt=closedAt|closed_at; reporter=author.login|user.login;
    externalId=issue number; externalSource=source; externalUrl=address
  `),
  lists: ['Assignees', 'Labels', 'Linked pull requests'],
  uses: columnsBy({
    key: 'number',
    externalUrl: 'url|URL|html_url',
    status: 'state_reason|state|stateReason|Status|projectItems',
    'title, description and externalUrl': 'content',
    team: 'repository',
    comments: 'comments',
    sprint: 'iteration',
    links: 'Linked pull requests|linked pull requests|closedByPullRequestsReferences',
    parent: 'Parent issue|parent',
    blocks: 'blocking',
    blockedBy: 'blockedBy',
  }),
  omits: columnsBy({
    "GitHub's internal id; stories are found by their numbers": 'id|node_id',
    'state says it': 'closed',
    'stories have their own': 'updatedAt|updated_at',
    'stories have no reactions': 'reactionGroups|reactions',
    'the assignees say it': 'assignee',
    'the address says it': 'repository_url',
    'it is an address of the API': 'labels_url|events_url|timeline_url',
    'it is an address of the API; the comments themselves are not in this file': 'comments_url',
    'conversations are not locked': 'locked|active_lock_reason',
    'who is a member is known here': 'author_association',
    'it is the same for stories that people write': 'performed_via_github_app',
    'it belongs to a search': 'score',
    'sub-issues name their parents': 'sub_issues_summary|subIssues',
    'counts of what is not in this file': 'issue_dependencies_summary',
    'the history of stories begins with the import': 'closed_by',
    'stories are not pinned': 'isPinned',
    'GitHub has no such projects anymore': 'projectCards',
  }),
  read: (content) =>
    isRecord(content) && Array.isArray(content['items']) ? records(content['items']) : undefined,
  leavesOut: (record) => (isRecord(record['pull_request']) ? 'Pull requests' : undefined),
  notes(content) {
    const issues = isRecord(content) ? listOf(content['items']) : listOf(content);
    const unaddressed = issues.filter(
      (issue) => isRecord(issue) && 'number' in issue && !addressOf(issue),
    ).length;
    return unaddressed === 0
      ? []
      : [
          `Issues without an address, which no later import finds again: ${unaddressed}; add url to the fields of --json.`,
        ];
  },
  tidy(record) {
    const url = addressOf(record);
    const [, host, repository, number] = ISSUE_ADDRESS.exec(url ?? '') ?? [];
    const keyIn = keyRelativeTo(repository);
    return {
      values: {
        ...record,
        key: number === undefined ? keyWithoutAddress(record) : `${repository}#${number}`,
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

/** Its page: of the REST API, `url` is that of the API. */
function addressOf(record: Record<string, unknown>): string | undefined {
  const content = isRecord(record['content']) ? record['content'] : {};
  const named = [record['html_url'], record['url'], record['URL'], content['html_url'], content['url']];
  const own = named.flatMap((value) => textOf(value) ?? []);
  // A comment has the address of its issue.
  const ofComment = listOf(record['comments'])
    .filter(isRecord)
    .map(({ url }) => /^[^#]+(?=#issuecomment)/.exec(textOf(url) ?? '')?.[0]);
  return own.find((url) => ISSUE_ADDRESS.test(url)) ?? ofComment.find((url) => url !== undefined) ?? own[0];
}

const keyWithoutAddress = (record: Record<string, unknown>): string | undefined => {
  const number = textOf(record['number']);
  return number === undefined ? textOf(record['id']) : `#${number}`;
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
    return near === undefined ? undefined : `${repository ?? ''}#${near}`;
  };

/** The column of a project if it fits the state of the issue, else what the state means. */
function statusOf(record: Record<string, unknown>): string | undefined {
  const [item] = listOf(record['projectItems']);
  const inProject = isRecord(item) && isRecord(item['status']) ? textOf(item['status']['name']) : undefined;
  const column = textOf(record['status']) ?? textOf(record['Status']) ?? inProject;
  const state = textOf(record['state'])?.toLowerCase();
  if (state === undefined || state === 'open') return column ?? (state && 'unstarted');
  const reason = textOf(record['stateReason']) ?? textOf(record['state_reason']);
  const means =
    reason?.toLowerCase() === 'not_planned' || reason?.toLowerCase() === 'duplicate'
      ? 'cancelled'
      : 'completed';
  return column !== undefined && usualCategory(column) === means ? column : means;
}

function commentOf(comment: unknown): RowComment | undefined {
  if (!isRecord(comment)) return undefined;
  const text = textOf(comment['body']);
  const by = comment['author'] ?? comment['user'];
  const author = isRecord(by) ? textOf(by['login']) : undefined;
  const at = textOf(comment['createdAt']) ?? textOf(comment['created_at']);
  return text === undefined ? undefined : { author, at, text };
}
