import type { Story } from '../../shared/planning/stories/story.ts';
import { csvLines } from '../core/csv.ts';
import type { Columns } from '../core/output.ts';
import type { ExportedLine, ExportFolder } from './export-folder.ts';

/** The names of what stories refer to, by id. */
type Names = ReadonlyMap<string, string>;

/** Where names come from: the kind of resources, and the field. */
const named: readonly [kind: string, field: string][] = [
  ['members', 'name'],
  ['service-accounts', 'name'],
  ['teams', 'name'],
  ['statuses', 'name'],
  ['labels', 'name'],
  ['sprints', 'name'],
  ['objectives', 'name'],
];

async function namesIn(folder: ExportFolder): Promise<Names> {
  const names = new Map<string, string>();
  for (const [kind, field] of named)
    for await (const line of folder.lines(kind)) names.set(line.id, String(line[field]));
  return names;
}

const storyColumns = (names: Names, fields: readonly string[]): Columns<Story> => {
  const of = (id: string | null): string => (id === null ? '' : (names.get(id) ?? id));
  return {
    Reference: ({ reference }) => reference,
    Title: ({ title }) => title,
    Team: ({ teamId }) => of(teamId),
    Status: ({ statusId }) => of(statusId),
    Assignee: ({ assigneeId }) => of(assigneeId),
    Reporter: ({ reporterId }) => of(reporterId),
    Priority: ({ priority }) => priority,
    Estimate: ({ estimateLabel, estimateValue }) => estimateLabel ?? estimateValue ?? '',
    Labels: ({ labels }) => labels.map(of).join(', '),
    Sprint: ({ sprintId }) => of(sprintId),
    Objective: ({ objectiveId }) => of(objectiveId),
    Due: ({ endDate }) => endDate ?? '',
    Created: ({ createdAt }) => createdAt,
    Updated: ({ updatedAt }) => updatedAt,
    Completed: ({ completedAt }) => completedAt ?? '',
    Archived: ({ archivedAt }) => archivedAt ?? '',
    ...Object.fromEntries(
      fields.map((key) => [
        key,
        ({ customFields }: Story) => [customFields[key] ?? ''].flat().map(String).join(', '),
      ]),
    ),
    Description: ({ description }) => description ?? '',
  };
};

/** Writes stories and comments as tables for people, who read names and not ids. */
export async function writeTables(folder: ExportFolder): Promise<void> {
  const names = await namesIn(folder);
  const fields: string[] = [];
  for await (const { key } of folder.lines('custom-fields')) fields.push(String(key));
  const stories = folder.lines('stories') as unknown as AsyncIterable<Story>;
  await folder.writeText('stories.csv', csvLines(stories, storyColumns(names, fields)));
  const references = new Map<string, string>();
  for await (const { id, reference } of folder.lines('stories')) references.set(id, String(reference));
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const columns: Columns<ExportedLine> = {
    Story: ({ storyId }) => references.get(text(storyId)) ?? text(storyId),
    Author: ({ authorId, authorName }) => text(authorName) || (names.get(text(authorId)) ?? text(authorId)),
    Created: ({ createdAt }) => text(createdAt),
    Comment: ({ content }) => text(content),
  };
  await folder.writeText('comments.csv', csvLines(folder.lines('comments'), columns));
}
