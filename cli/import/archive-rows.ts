import limitConcurrency from 'p-limit';
import { describeApiError, type ApiClient } from './api-client.ts';
import type { Warning } from './parents.ts';
import type { UpdateRows } from './update-rows.ts';

const AT_ONCE = 10;

/** How many stories were archived, and why others were not. */
interface ArchivedRows {
  archived: number;
  warnings: Warning[];
}

/**
 * Archives the stories of rows that were archived in the other tool: those that the import has created and, if it
 * updates, those that were there. It is the last that is done to them.
 */
export async function archiveRows(
  client: ApiClient,
  { workspaceId, outcomes, update }: Pick<UpdateRows, 'workspaceId' | 'outcomes' | 'update'>,
): Promise<ArchivedRows> {
  const result: ArchivedRows = { archived: 0, warnings: [] };
  const limit = limitConcurrency(AT_ONCE);
  const sent = [...outcomes].map(([{ entry }, outcome]) =>
    limit(async () => {
      if (!entry.isArchived || !('storyId' in outcome)) return;
      const isThere = outcome.kind !== 'created';
      if (isThere && (!update || (outcome.story?.archivedAt ?? null) !== null)) return;
      const path = `/api/v1/workspaces/${workspaceId}/stories/${outcome.storyId}/archive`;
      const answer = await client.send('POST', path);
      if (answer.status === 200) {
        result.archived++;
        if (outcome.kind === 'present') outcome.kind = 'updated';
        return;
      }
      const reason = `its story is not archived: ${describeApiError(answer)}`;
      result.warnings.push({ row: entry.row, key: entry.key, code: 'archive', reason });
    }),
  );
  await Promise.all(sent);
  return result;
}
