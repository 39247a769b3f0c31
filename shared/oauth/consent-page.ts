import type { Form } from '../api/http/form.ts';
import type { WebResponse } from '../api/operation/web-route.ts';
import { accountBar } from '../accounts/sign-in-page.ts';
import { csrfField, type Visitor } from '../accounts/csrf.ts';
import { html, type Fragment } from '../pages/html.ts';
import { pageResponse } from '../pages/page.ts';
import { requestParameters, type AuthorizationRequest } from './authorization-request.ts';
import { isLoopback, redirectHost, staysOnDevice } from './redirect-uri.ts';
import type { Audience } from '../auth/audience.ts';

/** What a client of each audience may do, in words for the person who is asked. */
export const audienceDescriptions: Record<Audience, readonly string[]> = {
  mcp: [
    'See everything that you can see in your workspaces: stories, comments, sprints, objectives, people.',
    'Create, change and delete what you can, in your name.',
  ],
  api: ['Change stories that you can change, in your name.'],
};

interface ConsentPage {
  request: AuthorizationRequest;
  form: Form;
  visitor: Visitor;
  /** The address of this very page, to come back to after signing in as somebody else. */
  self: string;
}

/**
 * The page that asks a person whether a client may act for them. All that a client says of itself is hearsay, so
 * its name stands apart from what we say.
 */
export const consentPage = ({ request, form, visitor, self }: ConsentPage): WebResponse =>
  pageResponse({
    title: 'Allow access',
    account: accountBar(visitor, self),
    body: html`<section class="card">
      <h1>Allow this program to use Plotline as you?</h1>
      <p class="claim"><bdi>${request.client.name}</bdi></p>
      <p class="quiet">It calls itself that; we have not checked it. ${whereTo(request)}</p>
      ${deviceWarning(request)}
      <h2>It will be able to</h2>
      <ul class="ticks">
        ${audienceDescriptions[request.audience].map((allowance) => html`<li>${allowance}</li>`)}
      </ul>
      <p class="quiet small">
        It never learns your password. You can end this at any time under
        <a href="/connections">connected applications</a>.
      </p>
      <form method="post" action="/oauth/authorize" class="choices wide">
        ${csrfField(visitor)}${requestParameters.map(
          (name) =>
            form[name] !== undefined && html`<input type="hidden" name="${name}" value="${form[name]}" />`,
        )}
        <div><button type="submit" name="decision" value="allow">Allow</button></div>
        <div><button type="submit" name="decision" value="deny" class="second">Do not allow</button></div>
      </form>
    </section>`,
  });

const whereTo = ({ redirectUri }: AuthorizationRequest): Fragment =>
  isLoopback(redirectUri)
    ? html`Your answer goes to a program on this device, at <strong>${redirectHost(redirectUri)}</strong>.`
    : html`Your answer goes to <strong>${redirectHost(redirectUri)}</strong>.`;

/** Any program on the device can listen on a port and claim any name (RFC 8252, section 8.6). */
const deviceWarning = ({ redirectUri }: AuthorizationRequest): Fragment =>
  staysOnDevice(redirectUri) &&
  html`<div class="notice">
    <p>
      Any program on this device could ask in this way and under this name. Go on only if you have just
      started to connect it yourself.
    </p>
  </div>`;
