import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import { inEnglish } from '../session/page-error.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { AuthorizationRequest } from '../oauth/authorization-request.ts';
import { hostName } from './consent-view.ts';
import type { OAuthError } from '../oauth/oauth-error.ts';
import { redirectHost } from '../oauth/redirect-uri.ts';

interface RefusalPage extends Pick<AuthorizationRequest, 'client' | 'redirectUri'> {
  t: PageTexts;
  error: OAuthError;
  /** The redirect URI with the error. */
  location: string;
}

/**
 * The page that explains why a client was refused. It links to the client instead of redirecting: anyone can
 * register a client, and its address may look like ours.
 */
export const refusalView = ({ t, client, redirectUri, error, location }: RefusalPage): WebResponse => {
  const denied = error.code === 'access_denied';
  const host = redirectHost(redirectUri);
  const title = t.text(denied ? 'refusal.denied' : 'refusal.failed');
  return pageResponse({
    status: denied ? 200 : 400,
    title,
    language: t.language,
    body: html`<section class="card">
      <h1>${title}</h1>
      <p class="claim"><bdi>${client.name}</bdi></p>
      <p class="quiet">
        ${t.text('consent.unverified')} ${t.markup('refusal.redirects', { host: hostName(host) })}
      </p>
      <p>${denied ? t.text('refusal.deniedText') : whatIsWrong(error, t)}</p>
      <p class="quiet small">${t.markup('refusal.inform', { host: hostName(host) })}</p>
      <p class="wide">
        <a class="button second" href="${location}" rel="noreferrer"
          >${t.markup('refusal.go', { host: html`<bdi>${host}</bdi>` })}</a
        >
      </p>
    </section>`,
  });
};

const whatIsWrong = ({ code, message }: OAuthError, t: PageTexts): Html =>
  html`${t.markup('refusal.invalid', { reason: inEnglish(message) })} <span class="quiet">(${code})</span>`;
