import { createHash } from 'node:crypto';
import limitConcurrency from 'p-limit';
import type { Comment } from '../../shared/planning/comments/comment.ts';
import { describeApiError, type ApiClient, type ClientResponse } from './api-client.ts';
import type { Catalog } from './catalog.ts';
import { commentRequests, type CommentRequest } from './comment-text.ts';
import { matchComments, type MatchedComment } from './match-comments.ts';
import type { Warning } from './parents.ts';
import type { PreparedRow } from './prepared-row.ts';
import type { PlacedRow } from './send-rows.ts';
import { sendTimes, type TimesOutcome } from './send-times.ts';
import type { UpdateRows } from './update-rows.ts';

/** How many comments, links and time entries were made, changed and left as they were. */
export interface DetailsOutcome {
  comments: { created: number; updated: number; present: number };
  links: { created: number; present: number };
  times: TimesOutcome;
  warnings: Warning[];
}

const AT_ONCE = 10;

type DetailsInput = Pick<UpdateRows, 'outcomes' | 'rewrite' | 'update'> & { catalog: Catalog };

/**
 * Adds the comments, links and time spent of rows to their stories, in order, except those that are there; changes comments whose text
 * differs, if it is asked to.
 */
export async function sendDetails(
  client: ApiClient,
  { catalog, outcomes, rewrite, update }: DetailsInput,
): Promise<DetailsOutcome> {
  const result: DetailsOutcome = {
    comments: { created: 0, updated: 0, present: 0 },
    links: { created: 0, present: 0 },
    times: { created: 0, present: 0 },
    warnings: [],
  };
  const limit = limitConcurrency(AT_ONCE);
  // A file without any is that of a tracker which exports none.
  const hasComments = [...outcomes.keys()].some(({ entry }) => entry.comments.length > 0);
  const sent = [...outcomes].map(([row, outcome]) =>
    limit(async () => {
      if (!('storyId' in outcome)) return;
      const path = `/api/v1/workspaces/${catalog.workspaceId}/stories/${outcome.storyId}`;
      const comments = row.entry.comments
        .flatMap((comment) => commentRequests(comment, catalog))
        .map((comment) => ({ ...comment, content: rewrite(comment.content, row.entry.key) }));
      if (comments.length > 0 || (update && hasComments && outcome.kind !== 'created'))
        await sendComments(client, { path, row, comments, update }, outcome, result);
      await sendLinks(client, path, row, outcome, result);
      await sendTimes(client, { path, row, catalog }, outcome, result);
    }),
  );
  await Promise.all(sent);
  return result;
}

interface RowComments {
  path: string;
  row: PreparedRow;
  comments: readonly CommentRequest[];
  update: boolean;
}

async function sendComments(
  client: ApiClient,
  { path, row, comments, update }: RowComments,
  { kind }: PlacedRow,
  { comments: counts, warnings }: DetailsOutcome,
): Promise<void> {
  const there = kind === 'created' ? [] : await client.list<Comment>(`${path}/comments`);
  const { matched, gone } = matchComments(comments, there);
  if (update && gone > 0) warnings.push(goneOf(row, gone));
  const misattributed = matched.filter(hasOtherAuthor).length;
  if (update && misattributed > 0) warnings.push(authorsOf(row, misattributed));
  counts.present += comments.length - matched.length;
  for (const { comment, found } of matched) {
    if (found && (!update || found.content === comment.content)) {
      counts.present++;
      continue;
    }
    const answer = found
      ? await changeComment(client, path, found, comment)
      : await client.send('POST', `${path}/comments`, JSON.stringify(comment), keyOf(row, comment));
    if (answer.status < 300) counts[found ? 'updated' : 'created']++;
    else warnings.push(warningOf(row, 'comments', comment.content, answer));
  }
}

const keyOf = ({ idempotencyKey }: PreparedRow, comment: CommentRequest): string =>
  `${idempotencyKey}-${createHash('sha256').update(JSON.stringify(comment)).digest('base64url')}`;

const changeComment = (
  client: ApiClient,
  path: string,
  { id, updatedAt }: Comment,
  { content }: CommentRequest,
): Promise<ClientResponse> =>
  client.send('PATCH', `${path}/comments/${id}`, JSON.stringify({ content, expectedUpdatedAt: updatedAt }));

async function sendLinks(
  client: ApiClient,
  path: string,
  row: PreparedRow,
  { story }: PlacedRow,
  { links: counts, warnings }: DetailsOutcome,
): Promise<void> {
  const present = new Set((story?.links ?? []).map(({ url }) => url));
  for (const { url, title } of row.entry.links) {
    if (present.has(url)) {
      counts.present++;
      continue;
    }
    present.add(url);
    const answer = await client.send('POST', `${path}/links`, JSON.stringify({ url, title }));
    if (answer.status === 201) counts.created++;
    else if (answer.error?.code === 'conflict') counts.present++;
    else warnings.push(warningOf(row, 'links', url, answer));
  }
}

/** What a person may have answered is theirs to delete. */
const goneOf = ({ entry: { row, key } }: PreparedRow, gone: number): Warning => ({
  row,
  key,
  code: 'update',
  field: 'comments',
  reason: `${gone} ${gone === 1 ? 'comment is' : 'comments are'} no longer in the export, and left as ${gone === 1 ? 'it is' : 'they are'}`,
});

/** Whether a comment was imported before it was known whose it is: its author stays. */
const hasOtherAuthor = ({ comment: { imported }, found }: MatchedComment): boolean =>
  imported?.authorId !== undefined && found?.authorName !== undefined && found.authorName !== null;

const authorsOf = ({ entry: { row, key } }: PreparedRow, count: number): Warning => ({
  row,
  key,
  code: 'update',
  field: 'comments',
  reason: `${count} ${count === 1 ? 'comment keeps the author it was' : 'comments keep the authors they were'} imported with; delete ${count === 1 ? 'it' : 'them'} and import again to change that`,
});

const warningOf = (
  { entry: { row, key } }: PreparedRow,
  field: string,
  value: string,
  answer: ClientResponse,
): Warning => ({ row, key, code: 'dropped', field, value, reason: `${field}: ${describeApiError(answer)}` });
