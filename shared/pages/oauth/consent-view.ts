import type { Form } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { accountBar } from '../accounts/account-bar-view.ts';
import type { Visitor } from '../accounts/csrf.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import { requestParameters, type AuthorizationRequest } from './authorization-request.ts';
import { isLoopback, redirectHost, staysOnDevice } from './redirect-uri.ts';
import { readsOnly, type Audience, type OAuthScope } from '../../kernel/auth/audience.ts';
import type { PersonTeam } from './person-teams.ts';
import { teamChoice } from './team-choice-view.ts';
import { csrfField } from '../accounts/form-fields-view.ts';
import { visitorsChoice } from './visitors-choice-view.ts';

const SEES =
  'See everything you can see in your workspaces: stories, comments, sprints, objectives and people.';
const CHANGES = 'Create, update and delete what you can, on your behalf.';

/** The rights that a client has by OAuth scopes of an audience, as shown to the user. */
export function rightsInWords(audience: Audience, scopes: readonly OAuthScope[]): readonly string[] {
  if (audience === 'api') return ['Update stories that you can update, on your behalf.'];
  return readsOnly(scopes) ? [SEES] : [SEES, CHANGES];
}

interface ConsentPage {
  request: AuthorizationRequest;
  form: Form;
  visitor: Visitor;
  /** The URL of this page, to return to after signing in as somebody else. */
  self: string;
  /** Names of workspaces that have added the person, who has not accepted yet. */
  invitations: readonly string[];
  /** The person's teams. */
  teams: readonly PersonTeam[];
}

/**
 * The consent page. A client's self-description is unverified, so its name is separated from our own text.
 */
export const consentView = ({ request, form, visitor, self, invitations, teams }: ConsentPage): WebResponse =>
  pageResponse({
    title: 'Allow access',
    account: accountBar(visitor, { next: self }),
    body: html`<section class="card">
      <h1>Allow this application to use Plotline on your behalf?</h1>
      <p class="claim"><bdi>${request.client.name}</bdi></p>
      <p class="quiet">
        This name is provided by the application and has not been verified. ${whereTo(request)}
      </p>
      ${deviceWarning(request)}
      <h2>It will be able to</h2>
      <ul class="ticks">
        ${rightsInWords(request.audience, request.scopes).map((allowance) => html`<li>${allowance}</li>`)}
      </ul>
      ${invited(invitations)}
      <p class="quiet small">
        It never sees your password. You can revoke access at any time under
        <a href="/connections">connected applications</a>.
      </p>
      <form method="post" action="/oauth/authorize" class="choices wide">
        ${csrfField(visitor)}${requestParameters.map(
          (name) =>
            form[name] !== undefined && html`<input type="hidden" name="${name}" value="${form[name]}" />`,
        )}
        ${teamChoice(teams, {
          legend: 'Only in some teams?',
          hint: 'If you tick none, it reaches all of your teams, also those that you join later.',
          ticked: false,
        })}
        ${request.audience === 'mcp' && visitorsChoice()}
        <div><button type="submit" name="decision" value="allow">Allow</button></div>
        <div><button type="submit" name="decision" value="deny" class="second">Deny</button></div>
        ${readingOnly(request)}
      </form>
    </section>`,
  });

/** A client that wants to change things can be allowed to see only. */
const readingOnly = ({ audience, scopes }: AuthorizationRequest): Fragment =>
  audience === 'mcp' &&
  !readsOnly(scopes) &&
  html`<div>
    <button type="submit" name="decision" value="read" class="second">Allow to see only</button>
  </div>`;

/** The page after consent, which continues to the application. */
export const returnView = (host: string, location: string) => ({
  location,
  title: 'Back to the application',
  text: html`You will be redirected to <strong>${host}</strong>. You can close this page afterwards.`,
});

/** Applications see only workspaces that the person has accepted. */
const invited = (workspaces: readonly string[]): Fragment =>
  workspaces.length > 0 &&
  html`<p class="quiet">
    You are invited to ${workspaces.map((name, position) => html`${position > 0 && ', '}<bdi>${name}</bdi>`)}.
    The application can use a workspace once you accept the invitation on <a href="/account">your account</a>.
  </p>`;

const whereTo = ({ redirectUri }: AuthorizationRequest): Fragment =>
  isLoopback(redirectUri)
    ? html`You will be redirected to an application on this device, at
        <strong>${redirectHost(redirectUri)}</strong>.`
    : html`You will be redirected to <strong>${redirectHost(redirectUri)}</strong>.`;

/** Any program on the device can listen on a port and claim any name (RFC 8252, section 8.6). */
const deviceWarning = ({ redirectUri }: AuthorizationRequest): Fragment =>
  staysOnDevice(redirectUri) &&
  html`<div class="notice">
    <p>
      Any program on this device could make this request under this name. Continue only if you have started
      this connection yourself.
    </p>
  </div>`;
