import type { CreateStoryRequest } from '../../shared/planning/stories/story.ts';
import { findNamesake, findReporter, type Catalog } from './catalog.ts';
import type { ImportEntry, Remark } from './entry.ts';
import type { Mapping } from './mapping.ts';
import type { StatusCategory } from '../../shared/kernel/core/status-category.ts';
import type { PreparedRow } from './prepared-row.ts';

const historyFields = ['createdAt', 'startedAt', 'completedAt', 'reporter'] as const;

/**
 * When a row's story was created, started and completed, and by whom; only an admin's token may set this. The
 * completion date is used only with a completed status.
 */
export function historyOf(
  entry: ImportEntry,
  catalog: Catalog,
  category: StatusCategory | undefined,
): { imported: CreateStoryRequest['imported']; remarks: Remark[] } {
  const remarks: Remark[] = [];
  if (!catalog.importsHistory) return { imported: undefined, remarks };
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
  const begun = category === 'started' || category === 'completed' || category === 'cancelled';
  const completedAt = category === 'completed' ? past('completedAt') : undefined;
  const startedAt = begun ? past('startedAt', completedAt) : undefined;
  const createdAt = past('createdAt', startedAt ?? completedAt);
  const reporter = entry.reporter === undefined ? undefined : findReporter(catalog, entry.reporter);
  if (entry.reporter !== undefined && !reporter) {
    const onlyName = 'has only the name of a member: add --trust-names, or say who it is with --people-map';
    const isNamesake = findNamesake(catalog, entry.reporter) !== undefined;
    drop('reporter', entry.reporter, isNamesake ? onlyName : 'is not a member of the workspace');
  }
  return { imported: { createdAt, startedAt, completedAt, reporterId: reporter?.id }, remarks };
}

/** Describes how an import treats the history of its stories. */
export function historyNotes(mapping: Mapping, catalog: Catalog, rows: readonly PreparedRow[]): string[] {
  const hasHistory = historyFields.some((field) => mapping[field]);
  if (!catalog.importsHistory) {
    return hasHistory
      ? ["Dates of creation and completion, and reporters, are omitted: only an admin's token can set them."]
      : [];
  }
  const unreported = mapping.reporter
    ? rows.filter(({ story }) => story.imported?.reporterId === undefined).length
    : 0;
  const undated = rows.filter(
    ({ status, completedAt }) => status?.category === 'completed' && completedAt === undefined,
  ).length;
  return [
    ...(hasHistory ? ['Stories are marked as imported, with their own dates and reporters.'] : []),
    ...(unreported > 0
      ? [`Stories whose reporter is not known, so that they are yours: ${unreported}.`]
      : []),
    ...(undated > 0
      ? [`Completed stories without a completion date, which count towards no day: ${undated}.`]
      : []),
  ];
}
