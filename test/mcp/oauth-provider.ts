import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { consent } from '../support/oauth.ts';
import type { Browser } from '../support/browser.ts';

const REDIRECT = 'http://127.0.0.1:33418/callback';

/**
 * What both generations of the client library ask of a program that connects by address alone: to keep what it
 * is given, and to send its user to the consent page. `callback` is what their browser came back with.
 */
export function oauthProvider(browser: Browser) {
  const kept: {
    client?: any;
    tokens?: any;
    verifier?: string;
    discovered?: any;
    callback?: URLSearchParams;
  } = {};
  const provider = {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: 'A client of the library', redirect_uris: [REDIRECT] },
    clientInformation: () => kept.client,
    saveClientInformation: (client: any) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens: any) => void (kept.tokens = tokens),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier!,
    saveDiscoveryState: (discovered: any) => void (kept.discovered = discovered),
    discoveryState: () => kept.discovered,
    async redirectToAuthorization(url: URL) {
      kept.callback = await consent(browser, await browser.open(url.href));
    },
  } satisfies OAuthClientProvider;
  return { provider, kept };
}
