import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import { renderComment } from '../../feedback/markdown/markdown.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { staffMark } from '../portal/components-view.ts';
import { withMentions } from '../planning/mentions-view.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { dateElement } from '../messages/times-view.ts';
import { button, revealed } from '../kit/form-view.ts';
import { itemForm, type ItemPanel } from './item-form-view.ts';

/** The comments that the page does not show elsewhere: on the page of the idea, notes and what is hidden. */
export const commentsToShow = ({ place, comments }: ItemPanel): readonly FeedbackComment[] =>
  place === 'idea' ? comments.filter(({ internal, hidden }) => internal || hidden) : comments;

/** Comments on an item and its notes, each with what the team can do with it. */
export function commentTools(panel: ItemPanel): Fragment {
  const { t } = panel;
  const shown = commentsToShow(panel);
  return shown.length === 0
    ? html`<p>${t.text('tools.noComments')}</p>`
    : html`<ul class="plain posts">
        ${shown.map((comment) => commentRow(panel, comment))}
      </ul>`;
}

/** What the team can do with a comment that everyone sees, folded away at the comment. */
export const publicCommentTools = (panel: ItemPanel, comment: FeedbackComment): Fragment =>
  revealed(
    panel.t.text('tools.title'),
    html`<div class="acts">${actsOn(panel, comment)}</div>
      ${banTools(panel, comment)}`,
  );

function commentRow(panel: ItemPanel, comment: FeedbackComment): Html {
  const tag = (text: PlainText) => html`<span class="tag">${panel.t.text(text)}</span>`;
  return html`<li class="card">
    <div class="facts">
      <strong><bdi>${comment.authorName}</bdi></strong> ${staffMark(comment, panel.t)}
      ${dateElement(comment.createdAt, panel.t)} ${comment.internal && tag('tools.internalNote')}
      ${comment.hidden && tag('manage.hidden')} ${comment.editedAt !== null && tag('tools.edited')}
      ${comment.id === panel.item.officialCommentId && tag('idea.official')}
    </div>
    <div class="prose" dir="auto">
      ${comment.internal ? withMentions(renderComment(comment.content), panel) : renderComment(comment.content)}
    </div>
    <div class="acts">${actsOn(panel, comment)}</div>
    ${banTools(panel, comment)}
  </li>`;
}

function actsOn(panel: ItemPanel, { id, itemId, internal, hidden, authorKind }: FeedbackComment): Fragment {
  const { t } = panel;
  const act = (name: string, text: PlainText) =>
    itemForm(panel, name, button(t.text(text), { quiet: true }), { comment: id, of: itemId });
  const remove = () => revealed(t.text('tools.deleteComment'), act('delete-comment', 'button.delete'));
  if (internal) return remove();
  if (hidden) return [act('show-comment', 'tools.showIt'), remove()];
  const isOfficial = id === panel.item.officialCommentId;
  return [
    isOfficial && act('unpin', 'tools.unpinIt'),
    !isOfficial && authorKind !== 'visitor' && act('pin', 'tools.pinIt'),
    act('hide-comment', 'tools.hideComment'),
  ];
}

/** Bans the visitor who wrote something, once it is said what that does; or lifts the ban. Only admins can. */
export function banTools(
  panel: ItemPanel,
  { authorId, authorKind, authorName }: Pick<FeedbackComment, 'authorId' | 'authorKind' | 'authorName'>,
): Fragment {
  if (authorKind !== 'visitor' || panel.votes === undefined) return undefined;
  const name = { name: authorName };
  const form = (act: string, text: string) =>
    itemForm(panel, act, button(text, { quiet: true }), { visitor: authorId });
  if (panel.bannedIds.has(authorId)) return form('unban', panel.t.text('tools.unbanOne', name));
  if (!panel.bannableIds.has(authorId)) return undefined;
  return revealed(
    panel.t.text('tools.banFold', name),
    html`<p>${panel.t.text('tools.banText')}</p>
      ${form('ban', panel.t.text('tools.banOne', name))}`,
  );
}
