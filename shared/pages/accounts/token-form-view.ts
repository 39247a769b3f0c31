import { allScopes, type Scope } from '../../kernel/core/scopes.ts';
import { tokensScript } from '../../browser/assets.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { Team } from '../../identity/team/team.ts';
import { ownTokensPath } from '../session/account-paths.ts';
import type { Visitor } from '../session/csrf.ts';
import { csrfField } from '../session/form-fields-view.ts';
import type { OperationPage } from './token-wish.ts';
import { formNonceField } from '../kit/form-nonce-view.ts';

/** The lifetimes that the form offers, in days. */
const LIFETIMES_DAYS = ['7', '30', '90', '365'];
const DEFAULT_LIFETIME_DAYS = '90';

/** The input of a person for a new token. */
export interface TokenChoice {
  name: string;
  days: string;
  /** Without `chosen`, `scopes` is empty. */
  access: 'read' | 'all' | 'chosen';
  scopes: readonly string[];
  teamIds: readonly string[];
  /** The page of the operation that it is for. */
  from: OperationPage | undefined;
}

const emptyChoice: TokenChoice = {
  name: '',
  days: DEFAULT_LIFETIME_DAYS,
  access: 'read',
  scopes: [],
  teamIds: [],
  from: undefined,
};

/** The form with what another page asks for: without scopes, what reads. */
export const chosenFor = (asked: Pick<TokenChoice, 'scopes' | 'from' | 'name'>): TokenChoice => ({
  ...emptyChoice,
  ...asked,
  access: asked.scopes.length > 0 ? 'chosen' : 'read',
});

export interface TokenForm {
  t: PageTexts;
  visitor: Visitor;
  workspace: { id: string };
  /** The person's teams. */
  teams: readonly Pick<Team, 'id' | 'name' | 'code'>[];
  /** Identifies the form, so that sending it twice creates one token. */
  nonce: string;
  /** What a refused form contained, or another page asks for. */
  choice?: TokenChoice | undefined;
}

/** What a scope is about: the part before the colon. */
const nounOf = (scope: Scope): string => scope.split(':')[0]!;

const nouns = [...new Set(allScopes.map(nounOf))];

/** The form for a new token. Scopes are shown only to those who choose them (account.css). */
export function newTokenForm({ t, visitor, workspace, teams, nonce, choice = emptyChoice }: TokenForm): Html {
  const days = LIFETIMES_DAYS.includes(choice.days) ? choice.days : DEFAULT_LIFETIME_DAYS;
  const { access, from } = choice;
  return html`<form method="post" action="${ownTokensPath(workspace.id)}">
    ${csrfField(visitor)}${formNonceField(nonce)}
    ${
      from !== undefined &&
      html`<input type="hidden" name="from" value="${from.path}" /><input
          type="hidden"
          name="title"
          value="${from.title}"
        />`
    }
    <div class="field">
      <label for="name">${t.text('tokens.purpose')}</label>
      <input id="name" name="name" required maxlength="120" autocomplete="off" value="${choice.name}" />
    </div>
    <fieldset>
      <legend>${t.text('tokens.access')}</legend>
      ${option('radio', 'access', { value: 'read', text: t.text('tokens.readAll'), on: access === 'read' })}
      ${option('radio', 'access', { value: 'all', text: t.text('tokens.doAll'), on: access === 'all' })}
      ${option('radio', 'access', { value: 'chosen', text: t.text('tokens.readChosen'), on: access === 'chosen' })}
    </fieldset>
    ${
      from === undefined
        ? scopesField(choice, t)
        : html`<details class="scopes">
            <summary>${t.text('tokens.scopes')}: <code dir="ltr">${choice.scopes.join(', ')}</code></summary>
            ${scopesField(choice, t)}
          </details>`
    }
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
    <script src="${tokensScript.path}" defer></script>
  </form>`;
}

const scopesField = (choice: TokenChoice, t: PageTexts): Html =>
  html`<fieldset class="scopes" aria-describedby="scopes-hint">
    <legend>${t.text('tokens.scopes')}</legend>
    <p class="hint" id="scopes-hint">${t.text('tokens.scopesHint')}</p>
    ${nouns.map(
      (noun) =>
        html`<div>
          ${allScopes.filter((scope) => nounOf(scope) === noun).map((scope) => scopeOption(scope, choice, t))}
        </div>`,
    )}
  </fieldset>`;

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

const scopeOption = (scope: Scope, { scopes }: TokenChoice, t: PageTexts): Html =>
  option('checkbox', `scope:${scope}`, {
    text: html`<code dir="ltr">${scope}</code>: ${t.text(`scope.${scope}`)}`,
    on: scopes.includes(scope),
  });
