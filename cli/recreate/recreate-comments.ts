import type { StoredComment } from '../../shared/planning/comments/comment.ts';
import type { ExportedLine } from '../export/export-folder.ts';
import { inTurns } from './in-turns.ts';
import { keyOf, settle, type Recreation } from './recreation.ts';

/** The name of an author whom the export does not have. */
const FORMER = 'A former member';

/** Makes the comments of stories with their authors and times, replies after what they reply to. */
export async function recreateComments(work: Recreation): Promise<void> {
  const turns = inTurns(work.stopping);
  for (const line of work.source.lines('comments') as Generator<StoredComment & ExportedLine>)
    await turns.add(line.storyId, async () => {
      if (!work.ids.has(line.id)) await makeComment(work, line);
      work.tick();
    });
  await turns.end();
}

async function makeComment(work: Recreation, line: StoredComment & ExportedLine): Promise<void> {
  const storyId = work.ids.get(line.storyId);
  const parentId = line.parentId === null ? null : work.ids.get(line.parentId);
  if (storyId === undefined || parentId === undefined) {
    work.omit({ kind: 'comments', id: line.id, reason: 'belongs to what was not recreated' });
    return;
  }
  const { content, createdAt, authorName } = line;
  const authorId = authorName === undefined ? work.ids.get(line.authorId) : undefined;
  const author = authorId === undefined ? { authorName: authorName ?? FORMER } : { authorId };
  const body = { content, ...(parentId === null ? {} : { parentId }), imported: { createdAt, ...author } };
  const at = `${work.path}/stories/${storyId}/comments`;
  settle(
    work,
    'comments',
    line,
    await work.client.send('POST', at, JSON.stringify(body), keyOf(work, line.id)),
  );
}
