import { csvHeading, csvLine } from '../../kernel/core/csv.ts';
import type { Story } from '../../planning/story/story.ts';
import { readNames, type NamedKind } from '../../nouns/names.ts';
import type { ExportLines } from './export-lines.ts';
import { exportParts } from './export-parts.ts';
import type { ExportedResource, ExportReader } from './export-reader.ts';

/** What a person reads in place of an id: the name of the resource, else the id. */
type NameOf = (kind: NamedKind, id: unknown) => string;

/** A cell of a resource. */
type Column = (resource: ExportedResource, nameOf: NameOf) => unknown;

/** The columns of a table by their headings. */
type Columns = Readonly<Record<string, Column>>;

const field =
  (name: string): Column =>
  (resource) =>
    resource[name];

const named =
  (kind: NamedKind, name: string): Column =>
  (resource, nameOf) =>
    nameOf(kind, resource[name]);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const author: Column = ({ authorName, authorId }, nameOf) => authorName ?? nameOf('principal', authorId);

type Link = Story['links'][number];

const storyColumns: Columns = {
  Reference: field('reference'),
  Title: field('title'),
  Team: named('team', 'teamId'),
  Status: named('status', 'statusId'),
  Assignee: named('principal', 'assigneeId'),
  Reporter: named('principal', 'reporterId'),
  Priority: field('priority'),
  Estimate: ({ estimateLabel, estimateValue }) => estimateLabel ?? estimateValue,
  Labels: ({ labels }, nameOf) => listOf(labels).map((id) => nameOf('label', id)),
  Sprint: named('sprint', 'sprintId'),
  Objective: named('objective', 'objectiveId'),
  Parent: named('story', 'parentId'),
  Start: field('startDate'),
  Due: field('endDate'),
  Created: field('createdAt'),
  Updated: field('updatedAt'),
  Completed: field('completedAt'),
  Archived: field('archivedAt'),
  'External ID': field('externalId'),
  'External address': field('externalUrl'),
  Links: ({ links }) => listOf(links).map((link) => (link as Link).url),
};

const commentColumns: Columns = {
  Story: named('story', 'storyId'),
  Author: author,
  Created: field('createdAt'),
  Comment: field('content'),
};

const timeColumns: Columns = {
  Story: named('story', 'storyId'),
  Person: named('principal', 'memberId'),
  Day: field('date'),
  Minutes: field('minutes'),
  Note: field('note'),
};

const feedbackColumns: Columns = {
  Title: field('title'),
  Status: field('status'),
  Votes: field('voteCount'),
  Author: author,
  Tags: field('tags'),
  Stories: ({ storyIds }, nameOf) => listOf(storyIds).map((id) => nameOf('story', id)),
  Created: field('createdAt'),
  Description: field('description'),
};

/** The tables of an export, by the parts whose resources are their rows; some have columns that the workspace decides. */
const tables: Readonly<
  Record<string, { name: string; columns: Columns; more?: (at: TableReader) => Promise<Columns> }>
> = {
  stories: { name: 'stories', columns: storyColumns, more: customColumns },
  'stories-in-triage': { name: 'stories', columns: storyColumns, more: customColumns },
  comments: { name: 'comments', columns: commentColumns },
  'time-entries': { name: 'time-entries', columns: timeColumns },
  'feedback-items': { name: 'feedback-items', columns: feedbackColumns, more: portalColumn },
};

interface TableReader {
  reader: ExportReader;
  /** When the export was asked for: what is newer makes no column, so that all rows have the same. */
  createdAt: string;
}

/** A column for each custom field, and the long text after them. */
async function customColumns({ reader, createdAt }: TableReader): Promise<Columns> {
  const fields = await allOf(reader, 'custom-fields');
  const there = fields.filter((one) => String(one['createdAt']) <= createdAt);
  const columns = there.map(({ key, type }): [string, Column] => {
    const value: Column = ({ customFields }) =>
      (customFields as Record<string, unknown> | undefined)?.[String(key)];
    return [String(key), type === 'user' ? (at, nameOf) => nameOf('principal', value(at, nameOf)) : value];
  });
  return { ...Object.fromEntries(columns), Description: field('description') };
}

async function portalColumn({ reader }: TableReader): Promise<Columns> {
  const portals = await allOf(reader, 'portals');
  const names = new Map(portals.map((portal) => [portal.id, portal['name']]));
  return { Portal: ({ portalId }) => names.get(String(portalId)) ?? portalId };
}

/** All resources of a part; none if the caller may not read them. */
async function allOf(reader: ExportReader, part: string): Promise<ExportedResource[]> {
  const { operation, query = {} } = exportParts.find(({ name }) => name === part)!;
  return reader.mayRead(operation) ? await reader.all(operation, { query }) : [];
}

/** Writes rows for people next to the lines of an export, who read names and not ids. */
export function exportTables(reader: ExportReader, lines: ExportLines, createdAt: string) {
  const found = new Map<string, Promise<Columns>>();
  return {
    async add(part: string, resources: readonly ExportedResource[]): Promise<void> {
      const table = tables[part];
      if (!table || resources.length === 0) return;
      const more = found.get(table.name) ?? table.more?.({ reader, createdAt });
      if (more) found.set(table.name, more);
      const columns = { ...table.columns, ...(await more) };
      const heading = csvHeading(Object.keys(columns));
      for (const row of await rowsOf(reader, Object.values(columns), resources))
        lines.addRow(table.name, row, heading);
    },
  };
}

export type ExportTables = ReturnType<typeof exportTables>;

/** The rows of resources: what they name is looked up at once. */
async function rowsOf(
  reader: ExportReader,
  columns: readonly Column[],
  resources: readonly ExportedResource[],
): Promise<string[]> {
  const cellsWith = (nameOf: NameOf) =>
    resources.map((resource) => columns.map((column) => cellOf(column(resource, nameOf))));
  const wanted: (readonly [NamedKind, string])[] = [];
  cellsWith((kind, id) => {
    if (typeof id === 'string') wanted.push([kind, id]);
    return '';
  });
  const names = await readNames(reader, wanted);
  return cellsWith((_, id) => (typeof id === 'string' ? (names.get(id) ?? id) : '')).map(csvLine);
}

function cellOf(value: unknown): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(cellOf).join(', ');
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
