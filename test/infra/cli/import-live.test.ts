import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sharedService } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { homeOf, runAlone, startCli, temporaryFolder } from './cli.ts';
import { items, people, type Item } from './exports/items.ts';

const TOKEN = 'ghp_example';

/** A tracker that answers by path and query; `undefined` is a 404. `asked` are its requests so far. */
async function startTracker(
  answer: (url: URL, origin: string) => unknown,
  intercept: (request: IncomingMessage, response: ServerResponse, asked: readonly string[]) => boolean = () =>
    false,
) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    if (intercept(request, response, asked)) return;
    const url = new URL(request.url!, `http://${request.headers.host}`);
    const content = answer(url, url.origin);
    response
      .writeHead(content === undefined ? 404 : 200, headersOf(url, content))
      .end(JSON.stringify(content));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close().closeAllConnections());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const PAGE = 20;

/** A full page of a list has a next one, as GitHub's Link header says. */
function headersOf(url: URL, content: unknown): Record<string, string> {
  if (!Array.isArray(content) || content.length < PAGE) return {};
  const next = new URL(url);
  next.searchParams.set('page', String(pageOf(url) + 1));
  return { link: `<${next.href}>; rel="next", <${next.origin}/last>; rel="last"` };
}

const pageOf = (url: URL): number => Number(url.searchParams.get('page') ?? '1');
const inPages = <T>(all: readonly T[], url: URL): T[] =>
  all.slice((pageOf(url) - 1) * PAGE, pageOf(url) * PAGE);

const address = (n: number) => `https://github.com/acme/engine/issues/${n}`;
const blockersOf = ({ n }: Item) => items.filter(({ blocks }) => blocks.includes(n));

/** An issue as GitHub's REST API returns it. */
const issueOf = (item: Item, origin: string) => ({
  url: `${origin}/repos/acme/engine/issues/${item.n}`,
  html_url: address(item.n),
  number: item.n,
  title: item.title,
  body: item.text,
  state: item.completed === null ? 'open' : 'closed',
  state_reason: item.completed === null ? null : 'completed',
  created_at: item.created,
  closed_at: item.completed,
  user: { login: people[item.author].login },
  assignees: item.assignees.map((name) => ({ login: people[name].login })),
  labels: item.labels.map((name) => ({ id: 1, name, color: 'ff0000' })),
  milestone: item.epic && { title: item.epic, due_on: null },
  sub_issues_summary: { total: items.filter(({ parent }) => parent === item.n).length },
  issue_dependencies_summary: { total_blocked_by: blockersOf(item).length },
});

function github(url: URL, origin: string): unknown {
  const issues = items.map((item) => issueOf(item, origin));
  const [, number, list] = /^\/repos\/acme\/engine\/issues\/(\d+)\/(.*)$/.exec(url.pathname) ?? [];
  const chosen = (found: readonly Item[]) => found.map((item) => issueOf(item, origin));
  if (list === 'sub_issues') return chosen(items.filter(({ parent }) => parent === Number(number)));
  if (list === 'dependencies/blocked_by')
    return chosen(items.filter(({ blocks }) => blocks.includes(Number(number))));
  if (url.pathname === '/repos/acme/engine/issues') {
    const pull = {
      ...issues[0],
      number: 1_000,
      url: `${origin}/pull`,
      pull_request: { url: 'https://example.com' },
    };
    return inPages([pull, ...issues], url);
  }
  if (url.pathname !== '/repos/acme/engine/issues/comments') return undefined;
  const comments = items.flatMap((item) =>
    item.comments.map(({ by, at, text }) => ({
      issue_url: issueOf(item, origin).url,
      user: { login: people[by].login },
      created_at: at,
      body: text,
    })),
  );
  return inPages(comments, url);
}

/** The same issues as `gh issue list --json` prints them. */
const printed = items.map((item) => ({
  number: item.n,
  url: address(item.n),
  title: item.title,
  body: item.text,
  state: item.completed === null ? 'OPEN' : 'CLOSED',
  ...(item.completed === null ? {} : { stateReason: 'COMPLETED' }),
  createdAt: item.created,
  closedAt: item.completed,
  author: { login: people[item.author].login },
  assignees: item.assignees.map((name) => ({ login: people[name].login })),
  labels: item.labels.map((name) => ({ name })),
  milestone: item.epic === null ? null : { title: item.epic, dueOn: null },
  comments: item.comments.map(({ by, at, text }) => ({
    author: { login: people[by].login },
    createdAt: at,
    body: text,
  })),
  parent: item.parent === null ? null : { url: address(item.parent) },
  blockedBy: blockersOf(item).map(({ n }) => ({ url: address(n) })),
}));

/** A dry run of an import from an address, by the admin of an empty workspace. */
async function dryRun(args: readonly string[], env: Record<string, string>) {
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin');
  const folder = temporaryFolder();
  const all = ['import', ...args, '--create', 'all', '--dry-run', '--json', '--download-to', folder];
  const access = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_TOKEN: admin.token, ...env };
  return {
    run: () => runAlone(all, access),
    start: () => startCli(all, access),
    files: () => readdirSync(folder).sort(),
    content: (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8')),
  };
}

test('a repository of GitHub is read whole, at the pace it allows, and goes on where it was killed', async () => {
  let isHolding = true;
  const tracker = await startTracker(github, ({ url, headers }, response, asked) => {
    expect(headers.authorization).toBe(`Bearer ${TOKEN}`);
    const times = asked.filter((path) => path === url).length;
    const page = url!.includes('/comments?') ? 'comments' : pageOf(new URL(url!, 'http://x'));
    if (page === 2 && times === 1) {
      const resetsAt = String(Math.ceil(Date.now() / 1_000) + 1);
      response.writeHead(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': resetsAt }).end('{}');
    } else if (page === 3 && times === 1) response.writeHead(502).end();
    // Comments are not answered until the command is killed.
    else return page === 'comments' && isHolding;
    return true;
  });
  const env = { GITHUB_API_URL: tracker.origin, GITHUB_TOKEN: TOKEN };
  const { run, start, files, content } = await dryRun(
    ['https://github.com/acme/engine', '--from', 'github'],
    env,
  );
  const killed = start();
  await killed.says(/Waiting \d s: GitHub limits how much may be read/);
  await killed.says(/Waiting 1 s: GitHub does not answer/);
  await expect.poll(() => tracker.asked.some((path) => path.includes('/comments?'))).toBe(true);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(files()).toEqual(['github-acme-engine.part.jsonl']);
  isHolding = false;
  tracker.asked.length = 0;
  const { code, stdout, stderr } = await run();
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ rows: items.length });
  expect(tracker.asked.filter((path) => path.startsWith('/repos/acme/engine/issues?'))).toEqual([]);
  expect(files()).toEqual(['github-acme-engine.json']);
  expect(content('github-acme-engine.json')).toEqual(printed);
});

/** An issue as Jira's search returns it, of whose comments and log of work only the first entries are part. */
const jiraIssue = (item: Item, shown: number) => ({
  key: `PAY-${item.n}`,
  self: `https://acme.atlassian.net/rest/api/2/issue/${item.n}`,
  fields: {
    summary: item.title,
    status: { name: item.status },
    project: { name: 'Payments' },
    customfield_10016: item.points,
    comment: { comments: commentsOf(item).slice(0, shown), total: item.comments.length },
    worklog: { worklogs: workOf(item).slice(0, shown), total: item.work.length },
  },
});
const commentsOf = (item: Item) =>
  item.comments.map(({ by, at, text }) => ({
    author: { displayName: people[by].name },
    created: at,
    body: text,
  }));
const workOf = (item: Item) =>
  item.work.map(({ by, at, minutes, note }) => ({
    author: { displayName: people[by].name },
    started: at,
    timeSpentSeconds: minutes * 60,
    comment: note,
  }));

test.each([
  [
    'Cloud',
    { JIRA_EMAIL: 'ada@engine.example', JIRA_API_TOKEN: TOKEN },
    `Basic ${btoa(`ada@engine.example:${TOKEN}`)}`,
  ],
  ['Data Center', { JIRA_TOKEN: TOKEN }, `Bearer ${TOKEN}`],
])(
  'a project of Jira %s is read whole, with all comments, the log of work and the names of fields, and goes on where it was killed',
  async (edition, env, authorization) => {
    let isHolding = true;
    const tracker = await startTracker(
      (url) => {
        const [, n, list] = /^\/rest\/api\/2\/issue\/PAY-(\d+)\/(comment|worklog)$/.exec(url.pathname) ?? [];
        const item = items[Number(n) - 1];
        if (item) return list === 'comment' ? { comments: commentsOf(item) } : { worklogs: workOf(item) };
        expect(url.searchParams.get('jql')).toBe('project = "PAY" ORDER BY created ASC');
        const isCloud = url.pathname.endsWith('/jql');
        expect(isCloud).toBe(edition === 'Cloud');
        const from = Number(url.searchParams.get(isCloud ? 'nextPageToken' : 'startAt') ?? '0');
        const end = from + PAGE;
        const issues = items.slice(from, end).map((item) => jiraIssue(item, 1));
        const names = { customfield_10016: 'Story Points' };
        if (!isCloud) return { issues, names, startAt: from, total: items.length };
        return {
          issues,
          names,
          isLast: end >= items.length,
          ...(end < items.length && { nextPageToken: String(end) }),
        };
      },
      (request, response, asked) => {
        expect(request.headers.authorization).toBe(authorization);
        // The log of work is not returned until the command is killed.
        if (isHolding && request.url!.includes('/worklog')) return true;
        if (asked.length !== 2) return false;
        response.writeHead(429, { 'retry-after': '0' }).end();
        return true;
      },
    );
    const { run, start, content } = await dryRun([`${tracker.origin}/projects/PAY`, '--from', 'jira'], env);
    const killed = start();
    await killed.says(/Waiting 1 s: Jira limits how much may be read/);
    await expect.poll(() => tracker.asked.some((path) => path.includes('/worklog?'))).toBe(true);
    killed.child.kill('SIGKILL');
    await killed.ended;
    isHolding = false;
    tracker.asked.length = 0;
    const { code, stdout, stderr } = await run();
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ rows: items.length });
    expect(tracker.asked.filter((path) => path.includes('/search'))).toEqual([]);
    expect(content('jira-127.0.0.1-PAY.json')).toEqual({
      issues: items.map((item) => jiraIssue(item, Infinity)),
      names: { customfield_10016: 'Story Points' },
    });
  },
);

test.each([
  [['https://linear.app/acme', '--from', 'linear'], {}, 2, /export those of other trackers to a file/],
  [['http://github.com/acme/app', '--from', 'github'], {}, 2, /Use https:\/\/ for github.com/],
  [['https://github.com/acme', '--from', 'github'], {}, 2, /Name a repository/],
  [['https://acme.atlassian.net', '--from', 'jira'], {}, 2, /Name a project/],
  [['https://acme.atlassian.net/browse/PAY-1', '--from', 'jira'], {}, 1, /JIRA_EMAIL/],
])('the address %j is refused with what to do', async (args, env, expected, message) => {
  const { run } = await dryRun(args, env);
  const { code, stderr } = await run();
  expect(code).toBe(expected);
  expect(stderr).toMatch(message);
});

test('a token that may not read a repository is refused with what it needs, without printing it', async () => {
  const tracker = await startTracker(() => undefined);
  const env = { GITHUB_API_URL: tracker.origin, GITHUB_TOKEN: TOKEN };
  const { run } = await dryRun(['https://github.com/acme/secret', '--from', 'github'], env);
  const { code, stderr } = await run();
  expect(code).toBe(1);
  expect(stderr).toContain('GitHub answered 404 to /repos/acme/secret/issues. Put a token');
  expect(stderr).not.toContain(TOKEN);
});

test('a page on another server is not read, since the token is for this one', async () => {
  const tracker = await startTracker(github, (_, response) => {
    response.writeHead(200, { link: '<https://attacker.example/next>; rel="next"' }).end('[]');
    return true;
  });
  const env = { GITHUB_API_URL: tracker.origin, GITHUB_TOKEN: TOKEN };
  const { run } = await dryRun(['https://github.com/acme/engine', '--from', 'github'], env);
  const { code, stderr } = await run();
  expect([code, stderr]).toEqual([1, expect.stringContaining('names a page on another server')]);
});

test('an address of another server is read there, without the token of the one that the environment names', async () => {
  const tracker = await startTracker(github, ({ headers }) => {
    expect(headers.authorization).toBeUndefined();
    return false;
  });
  const env = { GITHUB_API_URL: 'https://api.github.com', GITHUB_TOKEN: TOKEN };
  const { run } = await dryRun([`${tracker.origin}/acme/engine`, '--from', 'github'], env);
  const { code, stderr } = await run();
  // The stand-in has no /api/v3.
  expect([code, stderr]).toEqual([1, expect.stringContaining('GH_ENTERPRISE_TOKEN')]);
  expect(tracker.asked).toEqual([expect.stringMatching(/^\/api\/v3\/repos\/acme\/engine\/issues\?/)]);
});
