import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import { renderComment } from '../../feedback/markdown/markdown.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { staffMark } from '../public-portals/components-view.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { dateElement } from '../messages/times-view.ts';
import { button, revealed } from './form-view.ts';
import { itemForm, type ItemPanel } from './item-form-view.ts';

/** All comments on an item and its notes, each with what the team can do with it. */
export function commentTools(panel: ItemPanel): Fragment {
  const { t, comments, item } = panel;
  return [
    banTools(panel, item),
    comments.length === 0
      ? html`<p>${t.text('tools.noComments')}</p>`
      : html`<ul class="plain said">
          ${comments.map((comment) => commentRow(panel, comment))}
        </ul>`,
  ];
}

function commentRow(panel: ItemPanel, comment: FeedbackComment): Html {
  const tag = (text: PlainText) => html`<span class="tag">${panel.t.text(text)}</span>`;
  return html`<li class="card">
    <div class="facts">
      <strong><bdi>${comment.authorName}</bdi></strong> ${staffMark(comment, panel.t)}
      ${dateElement(comment.createdAt, panel.t)} ${comment.internal && tag('tools.internalNote')}
      ${comment.hidden && tag('manage.hidden')} ${comment.editedAt !== null && tag('tools.edited')}
      ${comment.id === panel.item.officialCommentId && tag('idea.official')}
    </div>
    <div class="prose" dir="auto">${renderComment(comment.content)}</div>
    <div class="acts">${actsOn(panel, comment)} ${banTools(panel, comment)}</div>
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

/** Bans the visitor who wrote something, or lifts the ban. Only admins can. */
function banTools(
  panel: ItemPanel,
  { authorId, authorKind, authorName }: Pick<FeedbackComment, 'authorId' | 'authorKind' | 'authorName'>,
): Fragment {
  if (authorKind !== 'visitor' || panel.votes === undefined) return undefined;
  const fields = { visitor: authorId };
  return panel.bannedIds.has(authorId)
    ? itemForm(
        panel,
        'unban',
        button(panel.t.text('tools.unbanOne', { name: authorName }), { quiet: true }),
        fields,
      )
    : itemForm(
        panel,
        'ban',
        button(panel.t.text('tools.banOne', { name: authorName }), { quiet: true }),
        fields,
      );
}
