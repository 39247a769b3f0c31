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
import { page as accountPage, type Page, type Person } from '../kit/page.ts';
import { pageRoutes } from '../kit/page-routes.ts';

// Their code is loaded with the first request for a page: most requests of the function are for tokens.
const signIn = () => import('./sign-in-pages.ts');
const account = () => import('./account-pages.ts');
const linked = async () => (await account()).linked;

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

/** The pages of whoever has a link to them, signed in or not. */
const linkRoutes: WebRoute[] = [
  page('showInvitation', INVITATION, async () => (await linked()).showInvitation),
  form('acceptInvitation', INVITATION, async () => (await linked()).acceptInvitation),
  page('showAddressUndo', UNDO, async () => (await linked()).showAddressUndo),
  form('undoAddress', UNDO, async () => (await linked()).undoAddress),
  page('showMailPreferences', PREFERENCES, async () => (await linked()).showMailPreferences),
  form('setMailPreferences', PREFERENCES, async () => (await linked()).setMailPreferences),
];

const ACCOUNT = DEFAULT_NEXT_PAGE;

/** The pages of a person's account. */
const accountPages: Page<Person>[] = [
  accountPage({
    id: 'showAccount',
    path: ACCOUNT,
    async code() {
      const { account: own, deleteAccount } = await account();
      return { page: own.page, forms: { ...own.forms, deleteAccount } };
    },
    forms: {
      saveOwnName: `${ACCOUNT}/name`,
      setOwnLanguage: OWN_LANGUAGE,
      acceptWorkspace: `${WORKSPACE}/accept`,
      leaveFromAccount: `${WORKSPACE}/leave`,
      endOtherSession: `${ACCOUNT}/sessions/end`,
      deleteAccount: `${ACCOUNT}/delete`,
    },
  }),
  accountPage({
    id: 'showOwnPassword',
    path: OWN_PASSWORD,
    code: async () => (await account()).ownPassword,
    forms: { setOwnPassword: OWN_PASSWORD },
  }),
  accountPage({
    id: 'findOwnTokens',
    path: OWN_TOKENS,
    code: async () => ({ page: (await account()).ownTokens.pageOfAll }),
  }),
  accountPage({
    id: 'showOwnTokens',
    path: TOKENS,
    code: async () => (await account()).ownTokens,
    forms: { createOwnToken: TOKENS, revokeOwnToken: `${TOKENS}/revoke` },
  }),
  accountPage({
    id: 'showOwnAddress',
    path: OWN_ADDRESS,
    code: async () => (await account()).ownAddress,
    forms: { askForAddress: OWN_ADDRESS, confirmAddress: `${OWN_ADDRESS}/code` },
  }),
  accountPage({
    id: 'showConnections',
    path: CONNECTIONS,
    code: async () => (await account()).connections,
    forms: { endConnection: CONNECTIONS, narrowConnection: `${CONNECTIONS}/narrow` },
  }),
];

/** Those pages, and their forms. */
export const accountRoutes = pageRoutes(async () => (await account()).accountHolders, accountPages);

/** The pages of signing in, consent and accounts, with their files. */
export const accountPageRoutes: WebRoute[] = [
  getStylesheet,
  ...signInRoutes,
  ...linkRoutes,
  ...accountRoutes,
];
