import { isRecord, listOf, textOf } from './preset.ts';

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
  return {
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
    Attachment: entriesOf(fields['attachment']).map(
      ({ filename, content }) => `;;${textOf(filename) ?? ''};${textOf(content) ?? ''}`,
    ),
    ...linksOf(fields),
    ...customOf(fields, names),
  };
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

/** Custom fields by the names that `expand=names` adds, else by their ids. */
const customOf = (fields: Fields, names: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([id, value]) => id.startsWith('customfield_') && value !== null)
      .map(([id, value]) => {
        const shown = listOf(value).flatMap(
          (one) => textOf(one) ?? nameIn(one, 'value', 'name', 'displayName') ?? [],
        );
        const name = textOf(names[id]) ?? id;
        return [name === 'Sprint' ? name : `Custom field (${name})`, shown];
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
