import { createHash } from 'node:crypto';
import limitConcurrency from 'p-limit';
import type { Comment } from '../../shared/planning/comments/comment.ts';
import { describeApiError, type ApiClient, type ClientResponse } from './api-client.ts';
import type { Catalog } from './catalog.ts';
import { commentRequests, type CommentRequest } from './comment-text.ts';
import type { Warning } from './parents.ts';
import type { PreparedRow } from './prepared-row.ts';
import type { PlacedRow } from './send-rows.ts';
import type { UpdateRows } from './update-rows.ts';

/** How many comments and links were made, and how many were there. */
export interface DetailsOutcome {
  comments: { created: number; present: number };
  links: { created: number; present: number };
  warnings: Warning[];
}

const AT_ONCE = 10;

/** Adds the comments and links of rows to their stories, in order, except those that are there. */
export async function sendDetails(
  client: ApiClient,
  { catalog, outcomes, rewrite }: Pick<UpdateRows, 'outcomes' | 'rewrite'> & { catalog: Catalog },
): Promise<DetailsOutcome> {
  const result: DetailsOutcome = {
    comments: { created: 0, present: 0 },
    links: { created: 0, present: 0 },
    warnings: [],
  };
  const limit = limitConcurrency(AT_ONCE);
  const sent = [...outcomes].map(([row, outcome]) =>
    limit(async () => {
      if (!('storyId' in outcome)) return;
      const path = `/api/v1/workspaces/${catalog.workspaceId}/stories/${outcome.storyId}`;
      const comments = row.entry.comments
        .flatMap((comment) => commentRequests(comment, catalog))
        .map((comment) => ({ ...comment, content: rewrite(comment.content, row.entry.key) }));
      await sendComments(client, { path, row, comments }, outcome, result);
      await sendLinks(client, path, row, outcome, result);
    }),
  );
  await Promise.all(sent);
  return result;
}

async function sendComments(
  client: ApiClient,
  { path, row, comments }: { path: string; row: PreparedRow; comments: readonly CommentRequest[] },
  { kind }: PlacedRow,
  { comments: counts, warnings }: DetailsOutcome,
): Promise<void> {
  if (comments.length === 0) return;
  const there = kind === 'created' ? [] : await client.list<Comment>(`${path}/comments`);
  const present = new Set(
    there.flatMap(({ content, importedAt, createdAt }) =>
      importedAt ? [content, identityOf(content, createdAt)] : [content],
    ),
  );
  for (const comment of comments) {
    const identity = identityOf(comment.content, comment.imported?.createdAt);
    if (present.has(identity)) {
      counts.present++;
      continue;
    }
    present.add(identity);
    const key = `${row.idempotencyKey}-${createHash('sha256').update(identity).digest('base64url')}`;
    const answer = await client.send('POST', `${path}/comments`, JSON.stringify(comment), key);
    if (answer.status === 201) counts.created++;
    else warnings.push(warningOf(row, 'comments', comment.content, answer));
  }
}

/** What tells comments of a story from each other, whoever their authors are by now. */
const identityOf = (content: string, createdAt: string | undefined): string =>
  createdAt === undefined ? content : `${createdAt} ${content}`;

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

const warningOf = (
  { entry: { row, key } }: PreparedRow,
  field: string,
  value: string,
  answer: ClientResponse,
): Warning => ({ row, key, code: 'dropped', field, value, reason: `${field}: ${describeApiError(answer)}` });
