import { isRecord, listOf, textOf } from '../presets/preset.ts';
import type { TrackerClient } from './tracker-client.ts';

type Fields = Record<string, unknown>;

const PAGE_SIZE = 100;

/**
 * All issues of a repository with their comments, parents and what blocks them, as `gh issue list --json` prints them.
 * Read by GitHub's REST API (docs.github.com/rest/issues): pages of all issues and of all comments, and one request more for
 * an issue that has sub-issues or is blocked.
 */
export async function githubIssues(
  client: TrackerClient,
  { api, repository }: { api: string; repository: string },
  onRead: (count: number) => void,
): Promise<Fields[]> {
  const base = `${api}/repos/${repository}/issues`;
  const query = `per_page=${PAGE_SIZE}&sort=created&direction=asc`;

  async function all(first: string, onPage?: (found: Fields[]) => void): Promise<Fields[]> {
    const found: Fields[] = [];
    const read = client.list();
    for (let url: string | undefined = first; url !== undefined;) {
      const { content, next } = await read(url);
      const page = listOf(content).filter(isRecord);
      found.push(...page);
      onPage?.(page);
      url = next;
    }
    return found;
  }

  let count = 0;
  const listed = await all(`${base}?state=all&${query}`, (page) => onRead((count += page.length)));
  // Pull requests are issues of this API.
  const issues = listed.filter((issue) => issue['pull_request'] === undefined);
  const comments = Map.groupBy(await all(`${base}/comments?${query}`), (comment) =>
    textOf(comment['issue_url']),
  );
  const parents = new Map<string, Fields>();
  const blockers = new Map<string, Fields[]>();
  for (const issue of issues) {
    const [number, url] = [textOf(issue['number'])!, textOf(issue['url'])!];
    if (countIn(issue['sub_issues_summary'], 'total') > 0) {
      const children = await all(`${base}/${number}/sub_issues?per_page=${PAGE_SIZE}`);
      for (const child of children) parents.set(textOf(child['url'])!, issue);
    }
    if (countIn(issue['issue_dependencies_summary'], 'total_blocked_by') > 0) {
      blockers.set(url, await all(`${base}/${number}/dependencies/blocked_by?per_page=${PAGE_SIZE}`));
    }
  }
  return issues.map((issue) => {
    const url = textOf(issue['url'])!;
    return {
      number: issue['number'],
      url: issue['html_url'],
      title: issue['title'],
      body: issue['body'],
      state: textOf(issue['state'])?.toUpperCase(),
      stateReason: textOf(issue['state_reason'])?.toUpperCase(),
      createdAt: issue['created_at'],
      closedAt: issue['closed_at'],
      author: loginOf(issue['user']),
      assignees: listOf(issue['assignees']).map(loginOf),
      labels: listOf(issue['labels']).map((label) => ({ name: isRecord(label) ? label['name'] : label })),
      milestone: milestoneOf(issue['milestone']),
      comments: (comments.get(url) ?? []).map(({ user, created_at: createdAt, body }) => ({
        author: loginOf(user),
        createdAt,
        body,
      })),
      parent: addressOf(parents.get(url)),
      blockedBy: (blockers.get(url) ?? []).map(addressOf),
    };
  });
}

const countIn = (summary: unknown, name: string): number =>
  isRecord(summary) ? Number(summary[name]) || 0 : 0;

const loginOf = (user: unknown) => (isRecord(user) ? { login: user['login'] } : null);

const addressOf = (issue: Fields | undefined) => (issue ? { url: issue['html_url'] } : null);

const milestoneOf = (milestone: unknown) =>
  isRecord(milestone) ? { title: milestone['title'], dueOn: milestone['due_on'] } : null;
