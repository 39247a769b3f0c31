import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { allScopes } from '../../kernel/core/scopes.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { dateElement } from '../messages/times-view.ts';
import type { Team } from '../../identity/teams/team.ts';
import type { Token } from '../../identity/tokens/token.ts';
import { ownTokensPath } from './account-paths.ts';
import type { Visitor } from './csrf.ts';
import { accountBar } from './account-bar-view.ts';
import { csrfField } from './form-fields-view.ts';

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
  t: PageTexts;
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
  const { t, visitor, workspace, tokens, nextCursor, mayCreate, revoked, problem } = page;
  const path = ownTokensPath(workspace.id);
  return pageResponse({
    status: problem?.status ?? 200,
    title: t.text('account.tokens'),
    language: t.language,
    account: accountBar(visitor, { t }),
    body: html`<h1>${t.markup('account.tokensOf', { workspace: html`<bdi>${workspace.name}</bdi>` })}</h1>
      ${revoked && html`<div class="notice" role="status"><p>${t.text('tokens.revoked')}</p></div>`}
      ${problem && html`<div class="notice bad" role="alert"><p>${t.text('tokens.notCreated', { problem: problem.text })}</p></div>`}
      <p>${t.text('tokens.about')}</p>
      ${
        tokens.length === 0
          ? html`<p>${t.text('tokens.none')}</p>`
          : html`<ul class="plain">
              ${tokens.map((token) => tokenItem(token, page))}
            </ul>`
      }
      ${nextCursor !== null && html`<p><a href="${path}?cursor=${encodeURIComponent(nextCursor)}">${t.text('tokens.older')}</a></p>`}
      <h2>${t.text('tokens.new')}</h2>
      ${mayCreate ? newTokenForm(page) : html`<p>${t.text('tokens.adminsOnly')}</p>`}
      <p><a href="/account">${t.text('account.title')}</a></p>`,
  });
}

/** The secret of a new token, which no page shows again. */
export const newTokenView = ({
  t,
  visitor,
  workspaceId,
  token,
  secret,
}: {
  t: PageTexts;
  visitor: Visitor;
  workspaceId: string;
  token: Token;
  /** Undefined where the same form was sent before. */
  secret: string | undefined;
}): WebResponse =>
  pageResponse({
    title: t.text('tokens.made'),
    language: t.language,
    account: accountBar(visitor, { t }),
    body: html`<section class="card">
      <h1>${t.text('tokens.made')}</h1>
      <p>
        ${t.markup('tokens.validUntil', { name: html`<bdi>${token.name}</bdi>`, date: t.date(token.expiresAt) })}
      </p>
      ${
        secret === undefined
          ? html`<div class="notice bad" role="alert">
              <p>${t.text('tokens.lost')}</p>
            </div>`
          : html`<div class="notice" role="status">
                <p>${t.text('tokens.save')}</p>
              </div>
              <p class="claim"><code dir="ltr">${secret}</code></p>`
      }
      <p><a href="${ownTokensPath(workspaceId)}">${t.text('account.tokens')}</a></p>
    </section>`,
  });

function tokenItem(token: Token, page: OwnTokensPage): Html {
  const { t, visitor, workspace, now } = page;
  const ended = token.revokedAt !== null || token.expiresAt <= now.toISOString();
  return html`<li class="item">
    <div>
      <h2><bdi>${token.name}</bdi></h2>
      <p class="quiet small">${stateOf(token, ended, t)}</p>
      <p class="quiet small">${reachOf(token, page)}</p>
    </div>
    ${
      !ended &&
      html`<form method="post" action="${ownTokensPath(workspace.id)}/revoke">
        ${csrfField(visitor)}<input type="hidden" name="token" value="${token.id}" />
        <button type="submit" class="danger" aria-label="${t.text('tokens.revokeOne', { name: token.name })}">
          ${t.text('tokens.revoke')}
        </button>
      </form>`
    }
  </li>`;
}

/** What a token may do, and in which teams. */
function reachOf(token: Token, { t, teams }: OwnTokensPage): Html {
  const isFull = token.scopes.length === allScopes.length;
  const scopes = isFull ? html`${t.text('tokens.allScopes')}` : html`<bdi>${token.scopes.join(', ')}</bdi>`;
  if (!token.teamRestriction) return scopes;
  const codes = token.teamRestriction.map((id) => teams.find((team) => team.id === id)?.code ?? id);
  return t.markup('tokens.onlyIn', { scopes, teams: t.list(codes) });
}

function stateOf({ revokedAt, expiresAt, createdAt }: Token, ended: boolean, t: PageTexts): Html {
  if (revokedAt !== null) return t.markup('tokens.revokedOn', { date: dateElement(revokedAt, t) });
  return t.markup(ended ? 'tokens.expired' : 'tokens.expires', {
    created: dateElement(createdAt, t),
    ends: dateElement(expiresAt, t),
  });
}

function newTokenForm({ t, visitor, workspace, teams, nonce, problem }: OwnTokensPage): Html {
  const choice = problem?.choice ?? emptyChoice;
  const days = LIFETIMES_DAYS.includes(choice.days) ? choice.days : DEFAULT_LIFETIME_DAYS;
  return html`<form method="post" action="${ownTokensPath(workspace.id)}">
    ${csrfField(visitor)}<input type="hidden" name="nonce" value="${nonce}" />
    <div class="field">
      <label for="name">${t.text('tokens.purpose')}</label>
      <input id="name" name="name" required maxlength="120" autocomplete="off" value="${choice.name}" />
    </div>
    <fieldset>
      <legend>${t.text('tokens.access')}</legend>
      ${option('radio', 'access', { value: 'read', text: t.text('tokens.readAll'), on: choice.readOnly })}
      ${option('radio', 'access', { value: 'chosen', text: t.text('tokens.readChosen'), on: !choice.readOnly })}
    </fieldset>
    <fieldset>
      <legend>${t.text('tokens.scopes')}</legend>
      ${allScopes.map((scope) =>
        option('checkbox', `scope:${scope}`, {
          text: html`<bdi>${scope}</bdi>: ${t.text(`scope.${scope}`)}`,
          on: choice.scopes.includes(scope),
        }),
      )}
    </fieldset>
    ${
      teams.length > 0 &&
      html`<fieldset>
        <legend>${t.text('tokens.teams')}</legend>
        <p class="hint">${t.text('tokens.teamsHint')}</p>
        ${teams.map(({ id, name, code }) =>
          option('checkbox', `team:${id}`, { text: `${name} (${code})`, on: choice.teamIds.includes(id) }),
        )}
      </fieldset>`
    }
    <div class="field">
      <label for="days">${t.text('tokens.days')}</label>
      <select id="days" name="days">
        ${LIFETIMES_DAYS.map(
          (count) =>
            html`<option value="${count}" ${count === days && html`selected`}>
              ${t.text('tokens.lifetime', { count: Number(count) })}
            </option>`,
        )}
      </select>
    </div>
    <button type="submit">${t.text('tokens.create')}</button>
  </form>`;
}

/** A radio button or checkbox with its label. */
const option = (
  type: 'radio' | 'checkbox',
  name: string,
  { value, text, on }: { value?: string; text: Fragment; on: boolean },
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
