import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { pageScript } from '../../kernel/html/assets.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { dateElement, timeElement } from '../messages/times-view.ts';
import type { Token } from '../../identity/tokens/token.ts';
import { ownTokensPath } from '../session/account-paths.ts';
import type { PersonWorkspace } from './person-workspaces.ts';
import { accountBar } from './account-bar-view.ts';
import { csrfField } from '../session/form-fields-view.ts';
import { newTokenForm, type TokenForm } from './token-form-view.ts';
import { tokenScopes } from './token-scopes-view.ts';
import { backToAccount, backToOperation } from './way-back-view.ts';
import type { Visitor } from '../session/csrf.ts';
import { branded } from './branded-view.ts';

interface OwnTokensPage extends TokenForm {
  workspace: { id: string; name: string };
  tokens: readonly Token[];
  nextCursor: string | null;
  mayCreate: boolean;
  /** The name of the token that has just been revoked. */
  revokedName: string | undefined;
  now: Date;
  problem?: { status: number; text: Fragment } | undefined;
}

/** A person's tokens for a workspace, and the form for another. */
export function ownTokensView(page: OwnTokensPage): WebResponse {
  const { t, visitor, workspace, tokens, nextCursor, mayCreate, revokedName, problem } = page;
  const path = ownTokensPath(workspace.id);
  const from = page.choice?.from;
  return pageResponse({
    status: problem?.status ?? 200,
    title: t.text('account.tokens'),
    language: t.language,
    ...branded(visitor.brand, t),
    account: accountBar(visitor, { t }),
    // A page with times has this script anyway; the form's own is at the form.
    script: pageScript.path,
    body: html`${from === undefined ? backToAccount(t) : backToOperation(from, t)}
      <h1>${t.markup('account.tokensOf', { workspace: html`<bdi>${workspace.name}</bdi>` })}</h1>
      ${revokedName !== undefined && html`<p class="thanks" role="status">${t.markup('tokens.revoked', { name: html`<bdi>${revokedName}</bdi>` })}</p>`}
      ${problem && html`<div class="notice bad" role="alert"><p>${t.markup('tokens.notCreated', { problem: problem.text })}</p></div>`}
      <p>${t.text('tokens.about')}</p>
      ${
        tokens.length === 0
          ? html`<p>${t.text('tokens.none')}</p>`
          : html`<ul class="plain">
              ${tokens.map((token) => tokenItem(token, page))}
            </ul>`
      }
      ${nextCursor !== null && html`<p><a href="${path}?cursor=${encodeURIComponent(nextCursor)}">${t.text('tokens.older')}</a></p>`}
      <h2 id="new">${t.text('tokens.new')}</h2>
      ${mayCreate ? newTokenForm(page) : html`<p>${t.text('tokens.adminsOnly')}</p>`}`,
  });
}

/** The workspaces of a person, each with a link to their tokens there. */
export const workspaceChoiceView = ({
  t,
  visitor,
  workspaces,
  query,
}: {
  t: PageTexts;
  visitor: Visitor;
  workspaces: readonly PersonWorkspace[];
  /** The query and place of each link, or empty. */
  query: string;
}): WebResponse =>
  pageResponse({
    title: t.text('account.tokens'),
    language: t.language,
    ...branded(visitor.brand, t),
    account: accountBar(visitor, { t }),
    body: html`<section class="card">
      <h1>${t.text('tokens.whichWorkspace')}</h1>
      <ul class="plain">
        ${workspaces.map(
          ({ workspaceId, name }) =>
            html`<li class="inline">
              <a href="${ownTokensPath(workspaceId) + query}"><bdi>${name}</bdi></a>
            </li>`,
        )}
      </ul>
    </section>`,
  });

function tokenItem(token: Token, page: OwnTokensPage): Html {
  const { t, now } = page;
  const ended = token.revokedAt !== null || token.expiresAt <= now.toISOString();
  return html`<li class="item">
    <div>
      <h2><bdi>${token.name}</bdi></h2>
      <p class="quiet small">${stateOf(token, ended, t)}</p>
      <p class="quiet small">${reachOf(token, page)}</p>
    </div>
    ${!ended && revocation(token, page)}
  </li>`;
}

/** Revoking cannot be undone, so its button must be revealed first. */
const revocation = ({ id, name }: Token, { t, visitor, workspace }: OwnTokensPage): Html =>
  html`<details>
    <summary aria-label="${t.text('tokens.revokeOne', { name })}">${t.text('tokens.revoke')}</summary>
    <p class="small">${t.markup('tokens.revokeText', { name: html`<bdi>${name}</bdi>` })}</p>
    <form method="post" action="${ownTokensPath(workspace.id)}/revoke">
      ${csrfField(visitor)}<input type="hidden" name="token" value="${id}" />
      <button type="submit" class="danger">${t.text('tokens.revokeButton', { name })}</button>
    </form>
  </details>`;

/** What a token may do, and in which teams. */
function reachOf(token: Token, { t, teams }: OwnTokensPage): Html {
  const scopes = tokenScopes(token.scopes, t);
  if (!token.teamRestriction) return scopes;
  const codes = token.teamRestriction.map((id) => teams.find((team) => team.id === id)?.code ?? id);
  return t.markup('tokens.onlyIn', { scopes, teams: t.list(codes) });
}

function stateOf({ revokedAt, expiresAt, createdAt }: Token, ended: boolean, t: PageTexts): Html {
  if (revokedAt !== null) return t.markup('tokens.revokedOn', { date: dateElement(revokedAt, t) });
  return t.markup(ended ? 'tokens.expired' : 'tokens.expires', {
    // With its time, so that tokens of one name can be distinguished.
    created: timeElement(createdAt, t),
    ends: dateElement(expiresAt, t),
  });
}
