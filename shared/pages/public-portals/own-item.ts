import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import { findAuthorIds, isEditable } from '../../feedback/items/own-posts.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import { PageError } from '../session/page-error.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { addresses, anchors } from '../portal/addresses.ts';
import { findPublicItem } from './find-item.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';

/**
 * The idea of a path; throws a 404 for one that someone else wrote, and a 409 that says what to do for one that the team has
 * responded to. `written` is the text that was sent for it, which is shown to be copied.
 */
export async function ownItemOrThrow(call: WebCall, userId: string, written?: string) {
  const found = await findPublicItem(call.read, call.request.parameters, async () => undefined);
  const authorIds = await findAuthorIds(call.read, { userId, workspaceId: found.portal.workspaceId });
  if (!authorIds.has(found.stored.authorId)) throw publicNotFound();
  if (!isEditable(found.stored)) {
    const path = addresses.item(found.portal.slug, found.item.slug);
    throw new PageError(409, 'own.answered', (t) => answeredText(t, path, written));
  }
  return { ...found, authorIds };
}

const answeredText = (t: PageTexts, path: string, written: string | undefined): Fragment => [
  t.markup('own.answeredText', {
    link: html`<a href="${path}#${anchors.write}">${t.text('own.answeredLink')}</a>`,
  }),
  written !== undefined &&
    html`<label for="kept">${t.text('error.kept')}</label><textarea id="kept" readonly>${written}</textarea>`,
];
