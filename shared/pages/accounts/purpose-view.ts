import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import { OWN_ACCOUNT, INVITATIONS } from '../session/account-paths.ts';
import type { Intent, OriginPortal } from '../session/intent.ts';
import {
  ideaSlugOf,
  isForMembers,
  isForTokens,
  isForUpdates,
  leavesService,
  MANAGE,
} from '../session/next-path.ts';

/** What a person signs in for, in words. */
export function purposeOf(intent: Intent, portal: OriginPortal | undefined, t: PageTexts): Html | undefined {
  if (portal) return html`<p>${ofPortal(intent, portal, t)}</p>`;
  const text = otherPurpose(intent);
  return text && html`<p>${t.text(text)}</p>`;
}

function ofPortal({ next, vote }: Intent, { brand, idea }: OriginPortal, t: PageTexts): Html {
  const portal = html`<strong><bdi>${brand.name}</bdi></strong>`;
  const title = idea && html`<strong><bdi>${idea.title}</bdi></strong>`;
  if (title && vote !== undefined) return t.markup('signIn.forVote', { idea: title });
  if (title && /[?&]done=followed\b/.test(next)) return t.markup('signIn.forFollow', { idea: title });
  if (title && isComment(next)) return t.markup('signIn.forComment', { idea: title });
  if (isForUpdates(next)) return t.markup('signIn.forUpdates', { portal });
  if (/\/feedback\/new(?:[?#]|$)/.test(next)) return t.markup('signIn.forIdea', { portal });
  if (MANAGE.test(next)) return t.markup('signIn.forManage', { portal });
  return t.markup('signIn.forPortal', { portal });
}

/** Whether a person signs in to write below an idea: to the form for it, or a reply. */
const isComment = (next: string): boolean =>
  ideaSlugOf(next) !== undefined && /#write$|[?&]reply=|\/comments\b/.test(next);

function otherPurpose({ next, draft }: Intent): PlainText | undefined {
  if (isForMembers(next)) return draft !== undefined ? 'signIn.forKept' : 'signIn.forMembers';
  if (leavesService(next)) return 'signIn.forApplication';
  if (isForTokens(next)) return 'signIn.forToken';
  if (next === INVITATIONS) return 'signIn.forInvitation';
  return next.startsWith(OWN_ACCOUNT) ? 'signIn.forAccount' : undefined;
}
