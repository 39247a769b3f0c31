import { csrfField } from '../session/form-fields-view.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { addresses, anchors } from '../portal/addresses.ts';
import { deletionForm } from './deletion-form-view.ts';
import type { PortalView, PortalVisitor } from '../portal/layout-view.ts';
import type { ShownPortal } from '../portal/public-portal.ts';

interface OwnComment {
  t: PageTexts;
  portal: ShownPortal;
  visitor: PortalVisitor;
  /** The idea that it is on. */
  item: { slug: string; title: string };
  commentId: string;
  content: string;
  version: string | undefined;
  problem: Fragment | undefined;
}

/** The form in which a visitor changes or deletes a comment of theirs. */
export function ownCommentView(page: OwnComment): PortalView {
  const { t, portal, visitor, item, commentId, content, version, problem } = page;
  const path = addresses.ownComment(portal.slug, item.slug, commentId);
  const back = `${addresses.item(portal.slug, item.slug)}#${anchors.comment(commentId)}`;
  return {
    path,
    tab: 'feedback',
    title: t.text('comment.change'),
    body: html`<div class="narrow">
      <div class="intro kept">
        <h1>${t.text('comment.change')}</h1>
        <p>
          <a href="${back}"><bdi>${item.title}</bdi></a>
        </p>
      </div>
      <form class="card sheet" method="post" action="${path}">
        ${csrfField(visitor)}<input type="hidden" name="version" value="${version}" />
        ${problem !== undefined && html`<div class="notice bad" role="alert" id="problem">${problem}</div>`}
        <div class="field">
          <label for="comment">${t.text('idea.comment')}</label>
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
          <p class="hint" id="comment-hint">${t.text('comment.changeHint')}</p>
        </div>
        <div class="send">
          <button type="submit" class="button">${t.text('button.save')}</button>
          <a href="${back}">${t.text('button.cancel')}</a>
          <a href="${path}/picture">${t.text('picture.add')}</a>
        </div>
      </form>
      ${deletionForm(t, { action: `${path}/delete`, what: 'comment', visitor })}
    </div>`,
  };
}
