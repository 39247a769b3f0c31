import { itemKind } from '../../kernel/db/table.ts';
import type { Change, Reader } from '../../kernel/core/database.ts';
import type { SprintReport } from './sprint-report.ts';

const reportKey = itemKind('SR#', 'workspace').key;

/** The stored report of a closed sprint; undefined for other sprints. */
export async function getSprintReportItem(read: Reader, sprintId: string): Promise<SprintReport | undefined> {
  const item = await read.get(reportKey(sprintId));
  return item && (JSON.parse(item['doc'] as string) as SprintReport);
}

export const putSprintReport = (report: SprintReport): Change => ({
  put: { ...reportKey(report.sprintId), doc: JSON.stringify(report) },
});

export const deleteSprintReport = (sprintId: string): Change => ({ delete: reportKey(sprintId) });
