import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { OAuthError } from './oauth-error.ts';
import { redirectHost } from './redirect-uri.ts';

interface RefusalPage extends Pick<AuthorizationRequest, 'client' | 'redirectUri'> {
  error: OAuthError;
  /** The redirect URI with the error. */
  location: string;
}

/**
 * The page that explains why a client was refused. It links to the client instead of redirecting: anyone can
 * register a client, and its address may look like ours.
 */
export const refusalView = ({ client, redirectUri, error, location }: RefusalPage): WebResponse => {
  const denied = error.code === 'access_denied';
  const host = redirectHost(redirectUri);
  const title = denied ? 'Access denied' : 'The application cannot be connected';
  return pageResponse({
    status: denied ? 200 : 400,
    title,
    body: html`<section class="card">
      <h1>${title}</h1>
      <p class="claim"><bdi>${client.name}</bdi></p>
      <p class="quiet">
        This name is provided by the application and has not been verified. It redirects to
        <strong>${host}</strong>.
      </p>
      <p>${denied ? 'It was not granted access. You can close this page.' : whatIsWrong(error)}</p>
      <p class="quiet small">
        If you know <strong>${host}</strong>, you can go back and inform the application. It is not part of
        Plotline.
      </p>
      <p class="wide"><a class="button second" href="${location}" rel="noreferrer">Go to ${host}</a></p>
    </section>`,
  });
};

const whatIsWrong = ({ code, message }: OAuthError): Fragment =>
  html`Its request is invalid, so access was not granted: ${message} <span class="quiet">(${code})</span>`;
