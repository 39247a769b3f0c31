import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import { renderComment } from '../../feedback/markdown/markdown.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { staffMark } from '../public-portals/components-view.ts';
import { dateElement } from '../messages/times-view.ts';
import { button, revealed } from './form-view.ts';
import { itemForm, type ItemPanel } from './item-form-view.ts';

/** All comments on an item and its notes, each with what the team can do with it. */
export function commentTools(panel: ItemPanel): Fragment {
  const { comments, item } = panel;
  return [
    banTools(panel, item),
    comments.length === 0
      ? html`<p>No comments yet.</p>`
      : html`<ul class="plain said">
          ${comments.map((comment) => commentRow(panel, comment))}
        </ul>`,
  ];
}

const commentRow = (panel: ItemPanel, comment: FeedbackComment): Html =>
  html`<li class="card">
    <div class="facts">
      <strong><bdi>${comment.authorName}</bdi></strong> ${staffMark(comment)}
      ${dateElement(comment.createdAt)} ${comment.internal && html`<span class="tag">Internal note</span>`}
      ${comment.hidden && html`<span class="tag">Hidden</span>`}
      ${comment.editedAt !== null && html`<span class="tag">Edited</span>`}
      ${comment.id === panel.item.officialCommentId && html`<span class="tag">Official answer</span>`}
    </div>
    <div class="prose" dir="auto">${renderComment(comment.content)}</div>
    <div class="acts">${actsOn(panel, comment)} ${banTools(panel, comment)}</div>
  </li>`;

function actsOn(panel: ItemPanel, { id, itemId, internal, hidden, authorKind }: FeedbackComment): Fragment {
  const act = (name: string, text: string) =>
    itemForm(panel, name, button(text, { quiet: true }), { comment: id, of: itemId });
  const remove = () => revealed('Delete…', act('delete-comment', 'Delete for good'));
  if (internal) return remove();
  if (hidden) return [act('show-comment', 'Make public again'), remove()];
  const isOfficial = id === panel.item.officialCommentId;
  return [
    isOfficial && act('unpin', 'Unpin'),
    !isOfficial && authorKind !== 'visitor' && act('pin', 'Pin as official answer'),
    act('hide-comment', 'Hide'),
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
    ? itemForm(panel, 'unban', button(`Lift the ban of ${authorName}`, { quiet: true }), fields)
    : itemForm(panel, 'ban', button(`Ban ${authorName}`, { quiet: true }), fields);
}
