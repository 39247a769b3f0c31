import type { CreateStoryRequest } from '../../shared/planning/story/story.ts';
import { findNamesake, findReporter, type Catalog } from './catalog.ts';
import type { ImportEntry, Remark } from './entry.ts';
import type { Mapping } from './mapping.ts';
import type { StatusCategory } from '../../shared/kernel/core/status-category.ts';
import type { PreparedRow } from './prepared-row.ts';

const historyFields = ['createdAt', 'startedAt', 'completedAt', 'reporter'] as const;

interface History {
  imported: CreateStoryRequest['imported'];
  /** Who reported it, if the story cannot say so: it says that the importer did. */
  reportedBy?: string | undefined;
  remarks: Remark[];
}

/**
 * When a row's story was created, started and completed, and by whom; only an admin's token may set this. The
 * completion date is used only with a completed status.
 */
export function historyOf(
  entry: ImportEntry,
  catalog: Catalog,
  category: StatusCategory | undefined,
): History {
  const remarks: Remark[] = [];
  if (!catalog.importsHistory) return { imported: undefined, reportedBy: entry.reporter, remarks };
  const now = new Date().toISOString();
  const drop = (field: Remark['field'], value: string, reason: string) => {
    remarks.push({ code: 'dropped', field, value, reason });
    return undefined;
  };
  // The latest date is trusted most: throughput is counted by the completion date.
  const past = (field: 'createdAt' | 'startedAt' | 'completedAt', until = now) => {
    const value = entry[field];
    if (value === undefined) return undefined;
    if (value > now) return drop(field, value, 'is in the future');
    return value > until ? drop(field, value, 'is later than a date that should follow it') : value;
  };
  const isOver = category === 'completed' || category === 'cancelled';
  const completedAt = category === 'completed' ? past('completedAt') : undefined;
  const startedAt = category === 'started' || isOver ? past('startedAt', completedAt) : undefined;
  const createdAt = past('createdAt', startedAt ?? completedAt);
  const reporter = entry.reporter === undefined ? undefined : findReporter(catalog, entry.reporter);
  if (entry.reporter !== undefined && !reporter) {
    const onlyName = 'has only the name of a member: add --trust-names, or say who it is with --people-map';
    const isNamesake = findNamesake(catalog, entry.reporter) !== undefined;
    const reason = isNamesake ? onlyName : 'is not a member of the workspace';
    remarks.push({ code: 'named', field: 'reporter', value: entry.reporter, reason });
  }
  const imported = { createdAt, startedAt, completedAt, reporterId: reporter?.id };
  return { imported, reportedBy: reporter ? undefined : entry.reporter, remarks };
}

/** A description that begins with who reported the story, as imported comments do with an author who is not known. */
export function withReporter(
  description: string | undefined,
  reportedBy: string | undefined,
): string | undefined {
  if (reportedBy === undefined) return description;
  const line = `**Reported by ${reportedBy.replace(/[*\s]+/g, ' ').trim()}**`;
  return description === undefined ? line : `${line}\n\n${description}`;
}

/** Whom the beginning of a description names as reporter; undefined if it names no one. */
export const reporterIn = (description: string): string | undefined =>
  /^\*\*Reported by ([^*\n]+)\*\*$/m.exec(description.split('\n', 1)[0]!)?.[1];

/** Describes how an import treats the history of its stories. */
export function historyNotes(mapping: Mapping, catalog: Catalog, rows: readonly PreparedRow[]): string[] {
  const hasHistory = historyFields.some((field) => mapping[field]);
  const reported = rows.filter(({ entry }) => entry.reporter !== undefined);
  const says = 'their descriptions begin with who reported them';
  if (!catalog.importsHistory) {
    return [
      ...(hasHistory
        ? [
            "Dates of creation and completion, and reporters, are omitted: only an admin's token can set them.",
          ]
        : []),
      ...(reported.length > 0 ? [`Stories that are yours, though ${says}: ${reported.length}.`] : []),
    ];
  }
  const isUnfinished = ({ entry, status }: PreparedRow) =>
    entry.completedAt !== undefined && !['completed', 'cancelled'].includes(status?.category ?? '');
  const isUndated = ({ status, completedAt }: PreparedRow) =>
    status?.category === 'completed' && completedAt === undefined;
  const counts: [string, number][] = [
    [
      `Stories whose reporter is no member, so that they are yours, and ${says}`,
      reported.filter(({ dropped }) => dropped.has('reporter')).length,
    ],
    [
      'Stories without a reporter, so that they are yours',
      mapping.reporter ? rows.length - reported.length : 0,
    ],
    [
      'Completion dates that are left out, since the status is not a completed one',
      rows.filter(isUnfinished).length,
    ],
    [
      'Completed stories without a completion date, which count towards no day',
      rows.filter(isUndated).length,
    ],
  ];
  return [
    ...(hasHistory ? ['Stories are marked as imported, with their own dates and reporters.'] : []),
    ...counts.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}.`),
  ];
}
