import { excerptOf } from '../../feedback/markdown/excerpt.ts';
import type { WrittenText } from '../../identity/mail/render-mail.ts';
import { EXCERPT_MAX_CHARACTERS, excerpt } from '../../planning/news/news.ts';
import { publicText } from './follower-mail.ts';

/** The beginning of a summary in Markdown, as words alone, without email addresses. */
export const plainExcerpt = (markdown: string): string => excerptOf(markdown, EXCERPT_MAX_CHARACTERS);

/** The beginning of what a visitor or the team wrote in Markdown, without email addresses. */
export const publicExcerpt = (markdown: string): WrittenText => ({
  markdown: excerpt(publicText(markdown)),
  isForMembers: false,
});
