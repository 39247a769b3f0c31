import type { WebResponse } from '../api/operation/web-route.ts';
import { html, type Fragment } from '../pages/html.ts';
import { pageResponse } from '../pages/page.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { OAuthError } from './oauth-error.ts';
import { redirectHost } from './redirect-uri.ts';

interface RefusalPage extends Pick<AuthorizationRequest, 'client' | 'redirectUri'> {
  error: OAuthError;
  /** The client's address with the error. */
  location: string;
}

/**
 * The page that says why a client was given nothing, with a way to the client that only the person takes: the
 * client may be anybody's, and its address may look like ours.
 */
export const refusalPage = ({ client, redirectUri, error, location }: RefusalPage): WebResponse => {
  const denied = error.code === 'access_denied';
  const host = redirectHost(redirectUri);
  const title = denied ? 'Not allowed' : 'The program cannot be connected';
  return pageResponse({
    status: denied ? 200 : 400,
    title,
    body: html`<section class="card">
      <h1>${title}</h1>
      <p class="claim"><bdi>${client.name}</bdi></p>
      <p class="quiet">
        It calls itself that; we have not checked it. It is answered at <strong>${host}</strong>.
      </p>
      <p>${denied ? 'It was given nothing. You can close this page.' : whatIsWrong(error)}</p>
      <p class="quiet small">
        If you know <strong>${host}</strong>, you can go back there and let the program know. It is not a page
        of Plotline.
      </p>
      <p class="wide"><a class="button second" href="${location}" rel="noreferrer">Go to ${host}</a></p>
    </section>`,
  });
};

const whatIsWrong = ({ code, message }: OAuthError): Fragment =>
  html`Its request is not right, so nothing was allowed: ${message} <span class="quiet">(${code})</span>`;
