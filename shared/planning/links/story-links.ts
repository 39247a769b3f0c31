import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { Change, Item } from '../../kernel/core/database.ts';
import { ApiError, invalidRequest, notFound, writeConflict } from '../../kernel/core/errors.ts';
import { toStory, replaceStory } from '../story/story-store.ts';
import type { StoryLink } from '../story-parts/link.ts';

/** The most links of a story, and their bytes as JSON: they are stored, listed and sent with the story. */
export const LINKS_MAX = 25;
export const LINKS_MAX_BYTES = 32 * 1_024;

/** A link of a story. Throws a 404 if it has no such link. */
export function linkOrThrow(story: Item, id: string): StoryLink {
  const link = toStory(story).links.find((one) => one.id === id);
  if (!link) throw notFound('link');
  return link;
}

/** Throws a 409 if a story cannot have another link, or has one to this address, which `resourceId` names. */
export function assertNewLink(links: readonly StoryLink[], url: string): void {
  const same = links.find((one) => isSamePage(one.url, url));
  if (same) {
    throw new ApiError('conflict', 'The story has a link to this address already.', {
      hint: 'Update the link whose id is resourceId instead.',
      details: { resourceId: same.id },
    });
  }
  if (links.length < LINKS_MAX) return;
  throw new ApiError('quota_exceeded', `A story can have ${LINKS_MAX} links, and this one has them.`, {
    hint: 'Delete a link that is no longer needed.',
    details: { quota: 'links', limit: LINKS_MAX },
  });
}

export const isSamePage = (one: string, other: string): boolean => new URL(one).href === new URL(other).href;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Throws a 400 about the field of a link that takes more room if the links of a story take too much. */
export function assertLinksFit(
  links: readonly StoryLink[],
  { url, title }: Pick<StoryLink, 'url' | 'title'>,
  sent: readonly ('url' | 'title')[],
): void {
  const bytes = bytesOf(links);
  if (bytes <= LINKS_MAX_BYTES) return;
  const sizes = { url: bytesOf(url), title: bytesOf(title) };
  const [path] = [...sent].sort((one, other) => sizes[other] - sizes[one]);
  const message = `has no room: the ${links.length} links of the story, with their titles and addresses, would be ${bytes} bytes of JSON together, of ${LINKS_MAX_BYTES}`;
  throw invalidRequest(
    [{ path: path!, code: 'too_large', message }],
    'Shorten it, or delete a link that is no longer needed.',
  );
}

/**
 * Gives a story other links, as its next version. Callers name no version of the story: if it has changed since it was
 * read, the kernel reads it again and repeats the request.
 */
export function replaceLinks(item: Item, links: StoryLink[], now: Date): Change {
  const story = toStory(item);
  const updatedAt = nextTimestamp(now, story.updatedAt);
  return replaceStory({ ...story, links, updatedAt }, item, writeConflict);
}

/** Names a link in the record of an idempotency key: its story, and its own id. */
export const linkRecord = (storyId: string, { id }: Pick<StoryLink, 'id'>): string => `${storyId} ${id}`;

/** The ids of the story and the link in such a record. */
export function recordedLink(record: string): { storyId: string; linkId: string } {
  const [storyId = '', linkId = ''] = record.split(' ');
  return { storyId, linkId };
}
