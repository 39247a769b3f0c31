import { entryOf, isRecord, listOf, textOf } from './preset.ts';

type Fields = Record<string, unknown>;

const nameIn = (value: unknown, ...names: string[]): string | undefined =>
  isRecord(value) ? names.map((name) => textOf(value[name])).find((text) => text !== undefined) : undefined;

/** The issues in a response of Jira's search (REST API 2 or 3), in the columns of its CSV; undefined for other content. */
export function issuesIn(content: unknown): Record<string, unknown>[] | undefined {
  if (!isRecord(content) || !Array.isArray(content['issues'])) return undefined;
  const names = isRecord(content['names']) ? content['names'] : {};
  return content['issues'].filter(isRecord).map((issue) => recordOf(issue, names));
}

function recordOf(issue: Record<string, unknown>, names: Fields): Record<string, unknown> {
  const fields = isRecord(issue['fields']) ? issue['fields'] : {};
  const key = textOf(issue['key']);
  const self = textOf(issue['self']);
  const parent = isRecord(fields['parent']) ? fields['parent'] : {};
  const own = {
    'Issue key': key,
    Address: self && URL.canParse(self) && key ? `${new URL(self).origin}/browse/${key}` : undefined,
    Summary: fields['summary'],
    Description: plain(fields['description']),
    'Issue Type': nameIn(fields['issuetype'], 'name'),
    Status: nameIn(fields['status'], 'name'),
    'Project name': nameIn(fields['project'], 'name'),
    Priority: nameIn(fields['priority'], 'name'),
    Assignee: nameIn(fields['assignee'], 'emailAddress', 'displayName'),
    Reporter: nameIn(fields['reporter'], 'emailAddress', 'displayName'),
    Labels: fields['labels'],
    Created: fields['created'],
    Resolved: fields['resolutiondate'],
    'Due date': fields['duedate'],
    'Original estimate': fields['timeoriginalestimate'],
    'Parent key': parent['key'],
    'Parent summary': isRecord(parent['fields']) ? parent['fields']['summary'] : undefined,
    Comment: entriesOf(fields['comment'], 'comments').map(
      ({ created, author, body }) =>
        `${textOf(created) ?? '0'};${nameIn(author, 'displayName', 'name') ?? ''};${plain(body) ?? ''}`,
    ),
    'Log Work': entriesOf(fields['worklog'], 'worklogs').map(
      ({ started, author, timeSpentSeconds, comment }) =>
        `${plain(comment) ?? ''};${textOf(started) ?? ''};${nameIn(author, 'emailAddress', 'displayName', 'name') ?? ''};${textOf(timeSpentSeconds) ?? ''}`,
    ),
    Attachment: entriesOf(fields['attachment']).map(
      ({ filename, content }) => `;;${textOf(filename) ?? ''};${textOf(content) ?? ''}`,
    ),
    ...linksOf(fields),
  };
  // No other field takes the name of one of these.
  return { ...own, ...othersOf(fields, names), ...own };
}

const entriesOf = (value: unknown, within?: string): Fields[] =>
  listOf(within !== undefined && isRecord(value) ? value[within] : value).filter(isRecord);

/** `Outward issue link (Blocks)` and the like, as the CSV calls them. */
function linksOf(fields: Fields): Record<string, string[]> {
  const links: Record<string, string[]> = {};
  for (const link of entriesOf(fields['issuelinks'])) {
    for (const direction of ['Outward', 'Inward'] as const) {
      const key = nameIn(link[`${direction.toLowerCase()}Issue`], 'key');
      const column = `${direction} issue link (${nameIn(link['type'], 'name')})`;
      if (key !== undefined) links[column] = [...(links[column] ?? []), key];
    }
  }
  return links;
}

/** The fields that have columns above. */
const columned = new Set(
  `summary description issuetype status project priority assignee reporter labels created resolutiondate
    duedate timeoriginalestimate parent comment attachment issuelinks worklog`.split(/\s+/),
);

/** What Jira calls fields in English, of those that the preset knows. */
const usualNames = Object.fromEntries(
  'updated=Updated|lastViewed=Last Viewed|creator=Creator|votes=Votes|watches=Watchers|subtasks=Sub-tasks|timetracking=Time tracking'
    .split('|')
    .map((pair) => pair.split('=')),
) as Readonly<Record<string, string>>;

/** All other fields by the names that `expand=names` adds, else by their ids. */
const othersOf = (fields: Fields, names: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([id, value]) => !columned.has(id) && listOf(value).length > 0)
      .map(([id, value]) => {
        const shown = listOf(value).flatMap(
          (one) => textOf(one) ?? nameIn(one, 'value', 'name', 'displayName') ?? [],
        );
        const name = entryOf(usualNames, id) ?? textOf(names[id]) ?? id;
        const isCustom = id.startsWith('customfield_') && name !== 'Sprint';
        // The report names also those without a text.
        return [isCustom ? `Custom field (${name})` : name, shown.length > 0 ? shown : value];
      }),
  );

/** Wiki markup as it is; of the documents of REST API 3, the text with a line for each block. */
function plain(value: unknown): string | undefined {
  if (!isRecord(value)) return textOf(value);
  const text = textOf(value['text']);
  const inner = entriesOf(value['content']).flatMap((node) => plain(node) ?? []);
  const isInline = entriesOf(value['content']).every(({ type }) => type === 'text' || type === 'hardBreak');
  return text ?? (inner.length > 0 ? inner.join(isInline ? '' : '\n\n') : undefined);
}
