import type { Form } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { accountBar } from './account-bar-view.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import type { Visitor } from '../session/csrf.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import { requestParameters, type AuthorizationRequest } from '../oauth/authorization-request.ts';
import { isLoopback, redirectHost, staysOnDevice } from '../oauth/redirect-uri.ts';
import { readsOnly, type Audience, type OAuthScope } from '../../kernel/auth/audience.ts';
import type { PersonTeam } from './person-teams.ts';
import { teamChoice } from './team-choice-view.ts';
import { csrfField } from '../session/form-fields-view.ts';
import { visitorsChoice } from './visitors-choice-view.ts';
import { branded } from './branded-view.ts';

/** The rights that a client has by OAuth scopes of an audience, as shown to the user. */
export function rightsInWords(
  audience: Audience,
  scopes: readonly OAuthScope[],
  writesDirectly = true,
): readonly PlainText[] {
  if (audience === 'api') return ['consent.updatesStories'];
  return readsOnly(scopes)
    ? ['consent.sees']
    : ['consent.sees', writesDirectly ? 'consent.changes' : 'consent.proposes'];
}

interface ConsentPage {
  t: PageTexts;
  request: AuthorizationRequest;
  form: Form;
  visitor: Visitor;
  /** The URL of this page, to return to after signing in as someone else. */
  self: string;
  /** Names of workspaces that have added the person, who has not accepted yet. */
  invitations: readonly string[];
  /** Names of the workspaces that the person is in. */
  workspaces: readonly string[];
  /** The person's teams. */
  teams: readonly PersonTeam[];
}

/**
 * The consent page. A client's self-description is unverified, so its name is separated from our own text.
 */
export const consentView = ({
  t,
  request,
  form,
  visitor,
  self,
  invitations,
  workspaces,
  teams,
}: ConsentPage): WebResponse =>
  pageResponse({
    title: t.text('consent.title'),
    language: t.language,
    ...branded(visitor.brand, t),
    account: accountBar(visitor, { next: self, t }),
    body: html`<section class="card">
      <h1>${t.text('consent.question')}</h1>
      <p class="claim"><bdi>${request.client.name}</bdi></p>
      <p class="quiet">${t.text('consent.unverified')} ${whereTo(request, t)}</p>
      ${deviceWarning(request, t)}
      ${workspaces.length === 0 && html`<div class="notice"><p>${t.text('consent.noWorkspace')}</p></div>`}
      ${invited(invitations, t)}
      <form method="post" action="/oauth/authorize" class="choices wide">
        ${csrfField(visitor)}${requestParameters.map(
          (name) =>
            form[name] !== undefined && html`<input type="hidden" name="${name}" value="${form[name]}" />`,
        )}
        ${abilities(request, ableIn(workspaces, t), t)}
        ${teamChoice(t, teams, {
          legend: 'consent.someTeams',
          hint: 'tokens.teamsHint',
          ticked: false,
        })}
        ${request.audience === 'mcp' && visitorsChoice(t, 'consent')}
        <div><button type="submit" name="decision" value="allow">${t.text('consent.allow')}</button></div>
        <div>
          <button type="submit" name="decision" value="deny" class="second">${t.text('consent.deny')}</button>
        </div>
      </form>
      <p class="quiet small inline">
        ${t.markup('consent.safe', { link: html`<a href="/connections">${t.text('consent.safeLink')}</a>` })}
      </p>
    </section>`,
  });

/** What the application will be able to do. One that wants to change things can be allowed to read, or to propose, only. */
function abilities({ audience, scopes }: AuthorizationRequest, head: Fragment, t: PageTexts): Html {
  const rights = rightsInWords(audience, scopes);
  if (audience === 'api' || readsOnly(scopes))
    return html`<div class="ask">
      <h2>${head}</h2>
      <ul class="ticks">
        ${rights.map((allowance) => html`<li>${t.text(allowance)}</li>`)}
      </ul>
    </div>`;
  return html`<fieldset>
    <legend><h2>${head}</h2></legend>
    ${accessChoice(t, { value: 'read', label: 'consent.readOnly', rights: ['consent.sees'] })}
    ${accessChoice(t, {
      value: 'propose',
      label: 'consent.readAndPropose',
      rights: ['consent.sees', 'consent.proposes'],
    })}
    ${accessChoice(t, { value: 'all', label: 'consent.readAndChange', rights, checked: true })}
  </fieldset>`;
}

/** The field of the consent page that says whether an application that wants more is allowed to read or to propose only. */
export const ACCESS_FIELD = 'access';

const accessChoice = (
  t: PageTexts,
  {
    value,
    label,
    rights,
    checked = false,
  }: { value: string; label: PlainText; rights: readonly PlainText[]; checked?: boolean },
): Html =>
  html`<p class="option">
    <label
      ><input
        type="radio"
        name="${ACCESS_FIELD}"
        value="${value}"
        aria-describedby="access-${value}"
        ${checked && html`checked`}
      />
      <strong>${t.text(label)}</strong></label
    >
    <span class="hint" id="access-${value}">${rights.map((right) => html`${t.text(right)} `)}</span>
  </p>`;

/** The page after consent, which continues to the application. */
export const returnView = (host: string, location: string, t: PageTexts) => ({
  language: t.language,
  location,
  title: t.text('consent.back'),
  text: t.markup('consent.backText', { host: hostName(host) }),
  button: t.text('code.continue'),
});

/** A host, which is read from left to right. */
export const hostName = (host: string): Html => html`<bdi><strong>${host}</strong></bdi>`;

/** The head of what the application will be able to do, with where. */
function ableIn(workspaces: readonly string[], t: PageTexts): Fragment {
  if (workspaces.length === 0) return t.text('consent.able');
  const key = workspaces.length === 1 ? 'consent.ableIn' : 'consent.ableInSome';
  return t.markup(key, { workspaces: t.list(workspaces) });
}

/** Applications see only workspaces that the person has accepted. */
const invited = (workspaces: readonly string[], t: PageTexts): Fragment =>
  workspaces.length > 0 &&
  html`<p class="quiet">
    ${t.markup('consent.invited', {
      workspaces: t.list(workspaces),
      link: html`<a href="/account">${t.text('consent.invitedLink')}</a>`,
    })}
  </p>`;

const whereTo = ({ redirectUri }: AuthorizationRequest, t: PageTexts): Fragment =>
  t.markup(isLoopback(redirectUri) ? 'consent.toDevice' : 'consent.toHost', {
    host: hostName(redirectHost(redirectUri)),
  });

/** Any program on the device can listen on a port and claim any name (RFC 8252, section 8.6). */
const deviceWarning = ({ redirectUri }: AuthorizationRequest, t: PageTexts): Fragment =>
  staysOnDevice(redirectUri) &&
  html`<div class="notice">
    <p>${t.text('consent.device')}</p>
  </div>`;
