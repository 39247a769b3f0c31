import { parseDate } from './dates.ts';
import type { CreateCommentRequest, ImportedComment } from '../../shared/planning/comments/comment.ts';
import { findAuthor, type Catalog } from './catalog.ts';
import { nameProblem } from './name-problem.ts';
import type { RowComment } from './presets/preset.ts';

/** The author of what the file names none of: the importer is not its author. */
export const UNKNOWN = 'Unknown';

/** The service accepts 10,000 characters. */
const PART_MAX = 9_500;

/** A comment as createComment takes it. */
export type CommentRequest = Pick<CreateCommentRequest, 'content' | 'imported'>;

type People = Pick<Catalog, 'members' | 'trustedNames' | 'importsHistory'>;

/**
 * What a comment becomes: its text with its author and time as imported facts, which only an admin's token may set;
 * what cannot be set stands above the text. A longer one becomes several.
 */
export function commentRequests(
  { author = UNKNOWN, at, text }: RowComment,
  people: People,
): CommentRequest[] {
  const imported = people.importsHistory ? factsOf(author, at, people) : {};
  const known = imported.authorId ?? imported.authorName;
  const head = headOf(
    known === undefined ? author : undefined,
    imported.createdAt === undefined ? at : undefined,
  );
  const facts = Object.keys(imported).length > 0 ? { imported } : {};
  return partsOf(text, head).map((content) => ({ content, ...facts }));
}

/** What is known of a text's author and time, as far as the service takes it. */
export function factsOf(author: string | undefined, at: string | undefined, people: People): ImportedComment {
  const createdAt = at === undefined ? undefined : parseDate(at);
  const isPast = createdAt !== undefined && createdAt <= new Date().toISOString();
  const member = author === undefined ? undefined : findAuthor(people, author);
  const authorName = member || author === undefined || nameProblem(author) ? undefined : author;
  return {
    ...(isPast ? { createdAt } : {}),
    ...(member ? { authorId: member.id } : {}),
    ...(authorName === undefined ? {} : { authorName }),
  };
}

function partsOf(text: string, head: string | undefined): string[] {
  const clean = text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .toWellFormed()
    .trim();
  if (clean === '') return [];
  const parts: string[] = [];
  for (let start = 0; start < clean.length;) {
    const end = start + PART_MAX;
    // Not between the two halves of a character.
    const stop = /[\uD800-\uDBFF]/.test(clean[end - 1] ?? '') ? end - 1 : end;
    parts.push(clean.slice(start, stop));
    start = stop;
  }
  return parts.map((part, position) => {
    const number = parts.length > 1 ? `(${position + 1} of ${parts.length})` : '';
    const above = [head === undefined ? '' : `**${head}**`, number].filter(Boolean).join(' ');
    return above === '' ? part : `${above}\n\n${part}`;
  });
}

/** Such as `Ada Lovelace, 2026-01-12 02:16 UTC`; a time that cannot be read stays as it is. */
function headOf(author: string | undefined, at: string | undefined): string | undefined {
  const date = at === undefined ? undefined : parseDate(at);
  const time = date === undefined ? at : `${date.slice(0, 10)} ${date.slice(11, 16)} UTC`;
  const known = [author?.replace(/[*\n]/g, ' ').trim(), time].filter(Boolean);
  return known.length > 0 ? known.join(', ') : undefined;
}
