import { excerptOf } from '../../feedback/markdown/excerpt.ts';
import { EXCERPT_MAX_CHARACTERS } from '../../planning/news/news.ts';

/** The beginning of what a visitor or the team wrote in Markdown, as words alone, without e-mail addresses. */
export const plainExcerpt = (markdown: string): string => excerptOf(markdown, EXCERPT_MAX_CHARACTERS);
