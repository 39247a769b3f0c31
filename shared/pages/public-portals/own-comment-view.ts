import { csrfField } from '../accounts/form-fields-view.ts';
import { html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { problemText } from './problem-text.ts';
import { addresses, anchors } from './addresses.ts';
import { deletionForm } from './deletion-form-view.ts';
import type { PortalView, PortalVisitor } from './layout-view.ts';
import type { ShownPortal } from './public-portal.ts';

interface OwnComment {
  t: PageTexts;
  portal: ShownPortal;
  visitor: PortalVisitor;
  itemSlug: string;
  commentId: string;
  content: string;
  problem: string | undefined;
}

/** The form in which a visitor changes or deletes a comment of theirs. */
export function ownCommentView(page: OwnComment): PortalView {
  const { t, portal, visitor, itemSlug, commentId, content, problem } = page;
  const path = addresses.ownComment(portal.slug, itemSlug, commentId);
  return {
    path,
    tab: 'feedback',
    title: 'Edit your comment',
    body: html`<div class="narrow">
      <div class="intro"><h1>Edit your comment</h1></div>
      <form class="card sheet" method="post" action="${path}">
        ${csrfField(visitor)}
        ${problem !== undefined && html`<div class="notice" role="alert" id="problem">${problemText(t, problem)}</div>`}
        <div class="field">
          <label for="comment">Your comment</label>
          <textarea
            id="comment"
            name="content"
            required
            maxlength="4000"
            autofocus
            aria-describedby="${problem !== undefined && 'problem '}comment-hint"
            ${problem !== undefined && html`aria-invalid="true"`}
          >
${content}</textarea>
          <p class="hint" id="comment-hint">Supports Markdown. Others see that it was edited.</p>
        </div>
        <div class="send">
          <button type="submit" class="button">Save</button>
          <a href="${addresses.item(portal.slug, itemSlug)}#${anchors.comment(commentId)}">Cancel</a>
        </div>
      </form>
      ${deletionForm(visitor, { action: `${path}/delete`, what: 'comment', note: 'Replies to it stay.' })}
    </div>`,
  };
}
