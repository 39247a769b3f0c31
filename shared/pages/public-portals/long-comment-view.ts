import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';

/** About the lines of a comment that are shown, and their width, as a wide page has them. */
const SHOWN_LINES = 14;
const LINE_CHARACTERS = 80;

const isLong = (content: string): boolean =>
  content.split('\n').reduce((lines, line) => lines + Math.max(1, line.length / LINE_CHARACTERS), 0) >
  SHOWN_LINES;

/**
 * What opens a long comment. It follows the comment and has no contents of its own, so that a browser whose style sheets
 * cannot fold what is before it shows everything.
 */
export const longCommentFold = ({ content, authorName }: FeedbackComment, t: PageTexts): Html | false =>
  isLong(content) &&
  html`<details class="rest">
    <summary>
      <span>${t.text('list.more')}</span><span>${t.text('comment.less')}</span
      ><span class="hidden"> <bdi>${authorName}</bdi></span>
    </summary>
  </details>`;
