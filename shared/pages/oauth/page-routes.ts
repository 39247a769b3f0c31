import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { preferencesPath } from '../../identity/mail/preferences-token.ts';
import {
  CONNECTIONS,
  DEFAULT_NEXT_PAGE,
  invitationPath,
  OIDC_CALLBACK,
  OWN_ADDRESS,
  OWN_LANGUAGE,
  OWN_PASSWORD,
  OWN_TOKENS,
  ownTokensPath,
  undoPath,
} from '../accounts/account-paths.ts';
import { getStylesheet } from '../accounts/get-stylesheet.ts';
import { pageRoute, type PageHandler } from '../accounts/page-route.ts';

// Their code is loaded with the first request for a page: most requests of the function are for tokens.
const signIn = () => import('./sign-in-pages.ts');
const account = () => import('./account-pages.ts');

type Load = () => Promise<PageHandler>;

const page = (id: string, path: string, load: Load): WebRoute => route(id, 'GET', path, load);

const form = (id: string, path: string, load: Load): WebRoute => route(id, 'POST', path, load);

const route = (id: string, method: 'GET' | 'POST', path: string, load: Load): WebRoute =>
  pageRoute({ id, method, path, handle: async (call) => (await load())(call) });

const INVITATION = invitationPath({ text: '{invitation}' });
const WORKSPACE = `${DEFAULT_NEXT_PAGE}/workspaces/{workspaceId}`;
const TOKENS = ownTokensPath('{workspaceId}');
const UNDO = undoPath('{secret}');
const PREFERENCES = preferencesPath('{token}');

const signInRoutes: WebRoute[] = [
  page('showConsent', '/oauth/authorize', async () => (await signIn()).showConsent),
  form('decide', '/oauth/authorize', async () => (await signIn()).submitConsent),
  page('showSignIn', '/sign-in', async () => (await signIn()).showSignIn),
  form('signIn', '/sign-in', async () => (await signIn()).signIn),
  form('signInWithDraft', '/sign-in/draft', async () => (await signIn()).signInWithDraft),
  page('showCodeForm', '/sign-in/code', async () => (await signIn()).showCodeForm),
  form('enterCode', '/sign-in/code', async () => (await signIn()).enterCode),
  page('leaveToSignIn', '/sign-in/provider', async () => (await signIn()).startOidcSignIn),
  form('leaveToSignInWithDraft', '/sign-in/provider', async () => (await signIn()).startOidcSignInWithDraft),
  page('returnFromSignIn', OIDC_CALLBACK, async () => (await signIn()).completeOidcSignIn),
  form('signOut', '/sign-out', async () => (await signIn()).signOut),
];

const accountRoutes: WebRoute[] = [
  page('showInvitation', INVITATION, async () => (await account()).showInvitation),
  form('acceptInvitation', INVITATION, async () => (await account()).acceptInvitation),
  page('showAccount', DEFAULT_NEXT_PAGE, async () => (await account()).showAccount),
  form('saveOwnName', `${DEFAULT_NEXT_PAGE}/name`, async () => (await account()).saveOwnName),
  form('setOwnLanguage', OWN_LANGUAGE, async () => (await account()).setOwnLanguage),
  form('acceptWorkspace', `${WORKSPACE}/accept`, async () => (await account()).acceptWorkspace),
  form('leaveFromAccount', `${WORKSPACE}/leave`, async () => (await account()).leaveFromAccount),
  page('showOwnPassword', OWN_PASSWORD, async () => (await account()).showOwnPassword),
  form('setOwnPassword', OWN_PASSWORD, async () => (await account()).setOwnPassword),
  page('findOwnTokens', OWN_TOKENS, async () => (await account()).findOwnTokens),
  page('showOwnTokens', TOKENS, async () => (await account()).showOwnTokens),
  form('createOwnToken', TOKENS, async () => (await account()).createOwnToken),
  form('revokeOwnToken', `${TOKENS}/revoke`, async () => (await account()).revokeOwnToken),
  page('showOwnAddress', OWN_ADDRESS, async () => (await account()).showOwnAddress),
  form('askForAddress', OWN_ADDRESS, async () => (await account()).askForAddress),
  form('confirmAddress', `${OWN_ADDRESS}/code`, async () => (await account()).confirmAddress),
  page('showAddressUndo', UNDO, async () => (await account()).showAddressUndo),
  form('undoAddress', UNDO, async () => (await account()).undoAddress),
  form('endOtherSession', `${DEFAULT_NEXT_PAGE}/sessions/end`, async () => (await account()).endOtherSession),
  form('deleteAccount', `${DEFAULT_NEXT_PAGE}/delete`, async () => (await account()).deleteAccount),
  page('showMailPreferences', PREFERENCES, async () => (await account()).showMailPreferences),
  form('setMailPreferences', PREFERENCES, async () => (await account()).setMailPreferences),
  page('showConnections', CONNECTIONS, async () => (await account()).showConnections),
  form('endConnection', CONNECTIONS, async () => (await account()).endConnection),
  form('narrowConnection', `${CONNECTIONS}/narrow`, async () => (await account()).narrowConnection),
];

/** The pages of signing in, consent and accounts, with their files. */
export const accountPageRoutes: WebRoute[] = [getStylesheet, ...signInRoutes, ...accountRoutes];
