import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { tokensScript } from '../../browser/assets.ts';
import { pageScript } from '../../kernel/html/assets.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { Token } from '../../identity/tokens/token.ts';
import { ownTokensPath } from '../session/account-paths.ts';
import type { Visitor } from '../session/csrf.ts';
import { accountBar } from './account-bar-view.ts';
import { branded } from './branded-view.ts';
import { tokenScopes } from './token-scopes-view.ts';
import type { OperationPage } from './token-wish.ts';

/** The secret of a new token, which no page shows again. */
export const newTokenView = ({
  t,
  visitor,
  workspaceId,
  token,
  secret,
  from,
  baseUrl,
}: {
  t: PageTexts;
  visitor: Visitor;
  workspaceId: string;
  token: Token;
  /** Undefined where the same form was sent before. */
  secret: string | undefined;
  /** The page of the operation that it is for. */
  from: OperationPage | undefined;
  baseUrl: string;
}): WebResponse =>
  pageResponse({
    title: t.text('tokens.made'),
    language: t.language,
    ...branded(visitor.brand, t),
    account: accountBar(visitor, { t }),
    script: pageScript.path,
    body: html`<section class="card">
      <h1>${t.text('tokens.made')}</h1>
      <p>
        ${t.markup('tokens.validUntil', { name: html`<bdi>${token.name}</bdi>`, date: t.date(token.expiresAt) })}
      </p>
      <p class="quiet small">${tokenScopes(token.scopes, t)}</p>
      ${
        secret === undefined
          ? html`<div class="notice bad" role="alert">
              <p>${t.text('tokens.lost')}</p>
            </div>`
          : html`<div class="notice" role="status">
                <p>${t.text('tokens.save')}</p>
              </div>
              ${copied('token', secret, t, 'tokens.copyToken')}
              ${from !== undefined && tryLink(from, workspaceId, t)}
              <h2>${t.text('tokens.try')}</h2>
              ${copied('try', firstCall(secret, { workspaceId, baseUrl }), t, 'tokens.copyCommands')}
              <p><a href="/docs#begin">${t.text('tokens.firstCalls')}</a></p>`
      }
      <p><a href="${ownTokensPath(workspaceId)}">${t.text('account.tokens')}</a></p>
    </section>`,
  });

/** Lines for a shell, with the variables that the examples of the documentation use. */
const firstCall = (secret: string, { workspaceId, baseUrl }: { workspaceId: string; baseUrl: string }) =>
  `export TOKEN=${secret}
export WORKSPACE=${workspaceId}
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/v1/me`;

/** Leads back to the operation, whose form the script gives the token. */
const tryLink = ({ path }: OperationPage, workspaceId: string, t: PageTexts): Html =>
  html`<p>
      <a class="button second" href="${path}#try" data-token="token" data-workspace="${workspaceId}"
        >${t.text('tokens.tryNow')}</a
      >
    </p>
    <script src="${tokensScript.path}" defer></script>`;

/** A text with a button that copies it, which the script shows. Only that of the token is the main one. */
const copied = (
  id: 'token' | 'try',
  text: string,
  t: PageTexts,
  word: 'tokens.copyToken' | 'tokens.copyCommands',
): Html =>
  html`<div class="copied">
    <pre><code id="${id}" dir="ltr">${text}</code></pre>
    <button
      type="button"
      ${id === 'try' && html`class="second"`}
      hidden
      data-copy="${id}"
      data-copied="${t.text('tokens.copied')}"
    >
      ${t.text(word)}
    </button>
  </div>`;
