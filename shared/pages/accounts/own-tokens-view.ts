import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { allScopes, scopes as scopeDescriptions } from '../../kernel/core/scopes.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { Team } from '../../identity/teams/team.ts';
import type { Token } from '../../identity/tokens/token.ts';
import type { Visitor } from './csrf.ts';
import { accountBar } from './account-bar-view.ts';
import { csrfField } from './form-fields-view.ts';

/** The page of a person's tokens for a workspace. */
export const ownTokensPath = (workspaceId: string): string => `/account/workspaces/${workspaceId}/tokens`;

/** The lifetimes that the form offers, in days. */
const LIFETIMES_DAYS = ['7', '30', '90', '365'];
const DEFAULT_LIFETIME_DAYS = '90';

/** The input of a person for a new token. */
export interface TokenChoice {
  name: string;
  days: string;
  /** All read scopes, in place of `scopes`. */
  readOnly: boolean;
  scopes: readonly string[];
  teamIds: readonly string[];
}

const emptyChoice: TokenChoice = {
  name: '',
  days: DEFAULT_LIFETIME_DAYS,
  readOnly: true,
  scopes: [],
  teamIds: [],
};

interface OwnTokensPage {
  visitor: Visitor;
  workspace: { id: string; name: string };
  tokens: readonly Token[];
  nextCursor: string | null;
  /** The person's teams. */
  teams: readonly Pick<Team, 'id' | 'name' | 'code'>[];
  mayCreate: boolean;
  /** Identifies the form, so that sending it twice creates one token. */
  nonce: string;
  /** Whether a token has just been revoked. */
  revoked: boolean;
  now: Date;
  problem?: { status: number; text: string; choice: TokenChoice } | undefined;
}

/** A person's tokens for a workspace, and the form for another. */
export function ownTokensView(page: OwnTokensPage): WebResponse {
  const { visitor, workspace, tokens, nextCursor, mayCreate, revoked, problem } = page;
  const path = ownTokensPath(workspace.id);
  return pageResponse({
    status: problem?.status ?? 200,
    title: 'Your tokens',
    account: accountBar(visitor),
    body: html`<h1>Your tokens for <bdi>${workspace.name}</bdi></h1>
      ${revoked && html`<div class="notice" role="status"><p>The token has been revoked.</p></div>`}
      ${problem && html`<div class="notice bad" role="alert"><p>No token was created: ${problem.text}</p></div>`}
      <p>
        A program with a token acts as you in this workspace. It never has more rights than you have, and
        loses those that you lose.
      </p>
      ${
        tokens.length === 0
          ? html`<p>You have no tokens.</p>`
          : html`<ul class="plain">
              ${tokens.map((token) => tokenItem(token, page))}
            </ul>`
      }
      ${nextCursor !== null && html`<p><a href="${path}?cursor=${encodeURIComponent(nextCursor)}">Older tokens</a></p>`}
      <h2>New token</h2>
      ${mayCreate ? newTokenForm(page) : html`<p>Only admins may create tokens in this workspace.</p>`}
      <p><a href="/account">Your account</a></p>`,
  });
}

/** The secret of a new token, which no page shows again. */
export const newTokenView = ({
  visitor,
  workspaceId,
  token,
  secret,
}: {
  visitor: Visitor;
  workspaceId: string;
  token: Token;
  /** Undefined where the same form was sent before. */
  secret: string | undefined;
}): WebResponse =>
  pageResponse({
    title: 'Your new token',
    account: accountBar(visitor),
    body: html`<section class="card">
      <h1>Your new token</h1>
      <p><bdi>${token.name}</bdi>, valid until ${token.expiresAt.slice(0, 10)}.</p>
      ${
        secret === undefined
          ? html`<div class="notice bad" role="alert">
              <p>
                It was shown when this form was first sent. If you have not saved it, revoke it and create
                another.
              </p>
            </div>`
          : html`<div class="notice" role="status">
                <p>Save it now: it is shown only once, and we store only its hash.</p>
              </div>
              <p class="claim"><code>${secret}</code></p>`
      }
      <p><a href="${ownTokensPath(workspaceId)}">Your tokens</a></p>
    </section>`,
  });

function tokenItem(token: Token, { visitor, workspace, teams, now }: OwnTokensPage): Html {
  const ended = token.revokedAt !== null || token.expiresAt <= now.toISOString();
  const restricted = token.teamRestriction?.map((id) => teams.find((team) => team.id === id)?.code ?? id);
  return html`<li class="item">
    <div>
      <h3><bdi>${token.name}</bdi></h3>
      <p class="quiet small">${stateOf(token, ended)}</p>
      <p class="quiet small">
        ${token.scopes.length === allScopes.length ? 'All scopes' : token.scopes.join(', ')}
        ${restricted && html`; only in ${restricted.join(', ')}`}
      </p>
    </div>
    ${
      !ended &&
      html`<form method="post" action="${ownTokensPath(workspace.id)}/revoke">
        ${csrfField(visitor)}<input type="hidden" name="token" value="${token.id}" />
        <button type="submit" class="danger" aria-label="Revoke ${token.name}">Revoke</button>
      </form>`
    }
  </li>`;
}

function stateOf({ revokedAt, expiresAt, createdAt }: Token, ended: boolean): string {
  const day = (time: string) => time.slice(0, 10);
  if (revokedAt !== null) return `Revoked on ${day(revokedAt)}.`;
  return `Created on ${day(createdAt)}, ${ended ? 'expired' : 'expires'} on ${day(expiresAt)}.`;
}

function newTokenForm({ visitor, workspace, teams, nonce, problem }: OwnTokensPage): Html {
  const choice = problem?.choice ?? emptyChoice;
  const days = LIFETIMES_DAYS.includes(choice.days) ? choice.days : DEFAULT_LIFETIME_DAYS;
  return html`<form method="post" action="${ownTokensPath(workspace.id)}">
    ${csrfField(visitor)}<input type="hidden" name="nonce" value="${nonce}" />
    <div class="field">
      <label for="name">What is it for?</label>
      <input id="name" name="name" required maxlength="120" autocomplete="off" value="${choice.name}" />
    </div>
    <fieldset>
      <legend>What may it do?</legend>
      ${option('radio', 'access', { value: 'read', text: 'Read everything you can read', on: choice.readOnly })}
      ${option('radio', 'access', { value: 'chosen', text: 'Only what is ticked below', on: !choice.readOnly })}
    </fieldset>
    <fieldset>
      <legend>Scopes</legend>
      ${allScopes.map((scope) =>
        option('checkbox', `scope:${scope}`, {
          text: `${scope}: ${scopeDescriptions[scope]}`,
          on: choice.scopes.includes(scope),
        }),
      )}
    </fieldset>
    ${
      teams.length > 0 &&
      html`<fieldset>
        <legend>Teams</legend>
        <p class="hint">If you tick none, it reaches all of your teams, also those that you join later.</p>
        ${teams.map(({ id, name, code }) =>
          option('checkbox', `team:${id}`, { text: `${name} (${code})`, on: choice.teamIds.includes(id) }),
        )}
      </fieldset>`
    }
    <div class="field">
      <label for="days">How long is it valid?</label>
      <select id="days" name="days">
        ${LIFETIMES_DAYS.map(
          (count) =>
            html`<option value="${count}" ${count === days && html`selected`}>${count} days</option>`,
        )}
      </select>
    </div>
    <button type="submit">Create token</button>
  </form>`;
}

/** A radio button or checkbox with its label. */
const option = (
  type: 'radio' | 'checkbox',
  name: string,
  { value, text, on }: { value?: string; text: string; on: boolean },
): Html =>
  html`<p>
    <label
      ><input
        type="${type}"
        name="${name}"
        ${value !== undefined && html`value="${value}"`}
        ${on && html`checked`}
      />
      <bdi>${text}</bdi></label
    >
  </p>`;
