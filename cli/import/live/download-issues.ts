import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, UsageError } from '../../core/command-error.ts';
import { makeFolder } from '../../core/make-folder.ts';
import { writeError } from '../../core/terminal.ts';
import { githubIssues } from './github-issues.ts';
import { jiraIssues } from './jira-issues.ts';
import { openJournal } from './journal.ts';
import { trackerClient } from './tracker-client.ts';

/** What is read of a tracker: how it is called in files and messages, and how it is read. */
interface Source {
  name: string;
  tracker: string;
  headers: Record<string, string>;
  advice: string;
  read: (client: ReturnType<typeof trackerClient>, onRead: (count: number) => void) => Promise<unknown>;
}

export interface DownloadOptions {
  /** The tracker. */
  from?: string | undefined;
  /** Which issues of Jira to read. */
  jql?: string | undefined;
  /** The folder of the file; the current one by default. */
  downloadTo?: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether an argument of an import is the address of a tracker, not a file. */
export const isAddress = (file: string): boolean => /^https?:\/\//i.test(file);

/**
 * Downloads the issues at an address of GitHub or Jira to a file in the form of an export, and returns its name. An
 * interrupted download is continued by the next one.
 */
export async function downloadIssues(
  address: string,
  { from, jql, downloadTo: folder = '.' }: DownloadOptions,
  env: Environment,
): Promise<string> {
  const source = sourceOf(new URL(assertSafe(address)), { from, jql, env });
  makeFolder(folder);
  const journal = openJournal(join(folder, `${source.name}.part.jsonl`));
  const client = trackerClient({ ...source, journal });
  writeError(`Reading ${address}\n`);
  const content = await source.read(client, (count) => writeError(`${count} issues read\n`));
  const file = join(folder, `${source.name}.json`);
  writeFileSync(`${file}.part`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${file}.part`, file);
  journal.end();
  writeError(`Written to ${file}, which can be imported again.\n`);
  return file;
}

/** Tokens travel with each request: only encrypted, or to this machine. */
function assertSafe(address: string): string {
  if (!URL.canParse(address)) throw new UsageError(`${address} is not an address.`);
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || hostname === '127.0.0.1' || hostname === 'localhost') return address;
  throw new UsageError(`Use https:// for ${hostname}: the token would travel unencrypted.`);
}

function sourceOf(
  url: URL,
  { from, jql, env }: Omit<DownloadOptions, 'downloadTo'> & { env: Environment },
): Source {
  if (from === 'github') return githubSource(url, env);
  if (from === 'jira') return jiraSource(url, jql, env);
  throw new UsageError(
    'Issues can be read from the address of a repository with --from github, or of a project with --from jira; ' +
      'export those of other trackers to a file.',
  );
}

function githubSource({ host, origin, pathname }: URL, env: Environment): Source {
  const [, repository] = /^\/([\w.-]+\/[\w.-]+?)(?:\.git)?(?:\/.*)?$/.exec(pathname) ?? [];
  if (repository === undefined) {
    throw new UsageError('Name a repository, such as https://github.com/acme/app.');
  }
  // The variables of GitHub Actions and of GitHub's command line: another server does not get the token of this one.
  const isOwn = origin === (env['GITHUB_SERVER_URL'] ?? 'https://github.com');
  const token = isOwn ? (env['GITHUB_TOKEN'] ?? env['GH_TOKEN']) : env['GH_ENTERPRISE_TOKEN'];
  const usual = host === 'github.com' ? 'https://api.github.com' : `${origin}/api/v3`;
  const api = isOwn ? (env['GITHUB_API_URL'] ?? usual) : usual;
  return {
    name: `github-${repository.replaceAll('/', '-')}`,
    tracker: 'GitHub',
    headers: {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'plotline',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    advice:
      'Put a token that may read the issues of the repository into ' +
      `${isOwn ? 'GITHUB_TOKEN' : 'GH_ENTERPRISE_TOKEN'}.`,
    read: (client, onRead) => githubIssues(client, { api: assertSafe(api), repository }, onRead),
  };
}

function jiraSource({ origin, pathname, hostname }: URL, jql: string | undefined, env: Environment): Source {
  const [, project] = /\/(?:projects|browse)\/([A-Z][A-Z0-9_]+)/.exec(pathname) ?? [];
  const query = jql ?? (project && `project = "${project}" ORDER BY created ASC`);
  if (query === undefined) {
    throw new UsageError(
      'Name a project, such as https://acme.atlassian.net/projects/PAY, or say with --jql which issues to read.',
    );
  }
  const { JIRA_EMAIL: email, JIRA_API_TOKEN: apiToken, JIRA_TOKEN: personal } = env;
  if (!(email && apiToken) && !personal) {
    throw new CommandError(
      "Jira's API needs your address in JIRA_EMAIL and an API token in JIRA_API_TOKEN or, for Data Center, a personal " +
        'access token in JIRA_TOKEN.',
    );
  }
  const authorization = personal
    ? `Bearer ${personal}`
    : `Basic ${Buffer.from(`${email}:${apiToken}`).toString('base64')}`;
  return {
    name: `jira-${hostname}-${project ?? 'issues'}`,
    tracker: 'Jira',
    headers: { accept: 'application/json', authorization },
    advice: 'See whether the token is valid and may browse the project.',
    read: (client, onRead) => jiraIssues(client, { origin, jql: query, isCloud: !personal }, onRead),
  };
}
