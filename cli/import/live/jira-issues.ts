import { isRecord, listOf, textOf } from '../presets/preset.ts';
import type { TrackerClient } from './tracker-client.ts';

type Fields = Record<string, unknown>;

const PAGE_SIZE = 100;

/**
 * The issues that a query of Jira finds, with all their fields and comments and the names of the fields, in the form of its
 * search (developer.atlassian.com/cloud/jira/platform/rest/v2): Cloud's with tokens of pages, Data Center's with positions.
 * Version 2 has texts in wiki markup.
 */
export async function jiraIssues(
  client: TrackerClient,
  { origin, jql, isCloud }: { origin: string; jql: string; isCloud: boolean },
  onRead: (count: number) => void,
): Promise<{ issues: Fields[]; names: Fields }> {
  const api = `${origin}/rest/api/2`;
  const query = new URLSearchParams({ jql, maxResults: String(PAGE_SIZE), fields: '*all', expand: 'names' });
  const issues: Fields[] = [];
  const names: Fields = {};
  const read = client.list();
  for (let place: Record<string, string> | undefined = {}; place !== undefined;) {
    const parameters = new URLSearchParams([...query, ...Object.entries(place)]);
    const { content } = await read(`${api}/search${isCloud ? '/jql' : ''}?${parameters.toString()}`);
    const page: Fields = isRecord(content) ? content : {};
    const found = listOf(page['issues']).filter(isRecord);
    issues.push(...found);
    Object.assign(names, page['names']);
    onRead(issues.length);
    place = nextPlace(page, found.length, issues.length);
  }
  for (const issue of issues) {
    await complete(client, api, issue, { field: 'comment', list: 'comments' });
    await complete(client, api, issue, { field: 'worklog', list: 'worklogs' });
  }
  return { issues, names };
}

/** The parameters of the next page; undefined after the last one. */
function nextPlace(page: Fields, found: number, read: number): Record<string, string> | undefined {
  const token = textOf(page['nextPageToken']);
  if (token !== undefined && page['isLast'] !== true) return { nextPageToken: token };
  const total = Number(page['total'] ?? 0);
  return found > 0 && read < total ? { startAt: String(read) } : undefined;
}

/** A search returns only some of many comments, and of entries in the log of work. */
async function complete(
  client: TrackerClient,
  api: string,
  issue: Fields,
  { field, list }: { field: string; list: string },
): Promise<void> {
  const fields = isRecord(issue['fields']) ? issue['fields'] : {};
  const shown = isRecord(fields[field]) ? fields[field] : {};
  const total = Number(shown['total'] ?? 0);
  if (listOf(shown[list]).length >= total) return;
  const all: unknown[] = [];
  while (all.length < total) {
    const url = `${api}/issue/${textOf(issue['key'])}/${field}?startAt=${all.length}&maxResults=${PAGE_SIZE}`;
    const { content } = await client.get(url);
    const page = listOf(isRecord(content) ? content[list] : undefined);
    if (page.length === 0) break;
    all.push(...page);
  }
  fields[field] = { [list]: all, total };
}
