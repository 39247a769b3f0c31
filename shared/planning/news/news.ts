import { truncate } from '../../kernel/core/truncate.ts';
import type { Story } from '../story/story.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';

/** The maximum age of a change for a notification, in milliseconds: a rebuild must not notify of the past. */
const NEWS_MS = 24 * 60 * 60 * 1000;

/** The maximum length of a text in a mail. */
export const EXCERPT_MAX_CHARACTERS = 500;

/** Whether something that happened at an ISO 8601 time is still news. */
export const isNews = (at: string, { now }: ProjectionContext): boolean =>
  now.getTime() - Date.parse(at) < NEWS_MS;

/** Whether a story is as its import made it: what another tool knew is no news, and what happens to it later is. */
export const isImport = ({ importedAt, updatedAt }: Pick<Story, 'importedAt' | 'updatedAt'>): boolean =>
  importedAt === updatedAt;

/** The beginning of a text, as a mail shows it. */
export const excerpt = (text: string): string => truncate(text, EXCERPT_MAX_CHARACTERS);
