import { isRecord, listOf, paragraphs, textOf, type RowComment } from './preset.ts';

type Json = Record<string, unknown>;

/** How an API of feedback calls what its lists of posts and comments have. */
interface PostNames {
  /** The lists of a page. */
  lists: readonly string[];
  /** What a comment calls its post: an id, or an object with one. */
  postOf: readonly string[];
  /** What says that a comment is not for everyone to read, or is no more. */
  hidden: readonly string[];
}

/** The records of a page, of several in an array, or of an array. */
const recordsIn = (content: unknown, { lists }: PostNames): Json[] =>
  listOf(content)
    .filter(isRecord)
    .flatMap((page) => {
      const present = lists.filter((name) => Array.isArray(page[name]));
      return present.length > 0 ? present.flatMap((name) => listOf(page[name])) : [page];
    })
    .filter(isRecord);

const isPost = (record: Json): boolean => 'title' in record;
const isHidden = (record: Json, { hidden }: PostNames): boolean =>
  hidden.some((name) => record[name] === true);

/** The posts of the pages of an API, each with the comments on it that everyone may read; undefined if there are none. */
export function postsIn(content: unknown, names: PostNames): Json[] | undefined {
  const records = recordsIn(content, names);
  const posts = records.filter(isPost);
  const shown = records.filter((record) => !isPost(record) && !isHidden(record, names));
  const byPost = Map.groupBy(
    shown,
    (comment) =>
      names.postOf
        .map((name) => comment[name])
        .flatMap((post) => textOf(isRecord(post) ? post['id'] : post) ?? [])[0],
  );
  if (posts.length === 0) return undefined;
  return posts.map((post) => ({ ...post, comments: byPost.get(textOf(post['id'])) ?? [] }));
}

/** What is said of the comments that are left out. */
export function hiddenNotes(content: unknown, names: PostNames): string[] {
  const hidden = recordsIn(content, names).filter((record) => !isPost(record) && isHidden(record, names));
  return hidden.length > 0
    ? [`Comments that not everyone may read, or that were deleted, which are left out: ${hidden.length}.`]
    : [];
}

/** The name of a person, or of anything else that is a text or an object with a name. */
export const nameIn = (value: unknown): string | undefined => textOf(isRecord(value) ? value['name'] : value);

export const namesIn = (value: unknown): string[] => listOf(value).flatMap((one) => nameIn(one) ?? []);

/** The comments of a post, oldest first, with their texts as they are read. */
export const commentsOf = (post: Json, at: string, textIn: (comment: Json) => string): RowComment[] =>
  listOf(post['comments'])
    .filter(isRecord)
    .map((comment) => ({ author: nameIn(comment['author']), at: textOf(comment[at]), text: textIn(comment) }))
    .toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1));

/** What a post and its votes say in a description. */
export const withVotes = (
  tool: string,
  votes: number,
  ...texts: (string | undefined)[]
): string | undefined => paragraphs(...texts, votes > 0 ? `Votes in ${tool}: ${votes}` : undefined);
