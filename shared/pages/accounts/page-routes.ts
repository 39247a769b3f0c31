import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { preferencesPath } from '../../identity/mail/preferences-token.ts';
import {
  CONNECTIONS,
  OWN_ACCOUNT,
  invitationPath,
  OIDC_CALLBACK,
  OWN_ADDRESS,
  OWN_LANGUAGE,
  OWN_PASSWORD,
  OWN_TOKENS,
  ownTokensPath,
  undoPath,
} from '../session/account-paths.ts';
import { errorPage } from './error-page.ts';
import { getStylesheet } from './get-stylesheet.ts';
import { page, type Page, type Person } from '../kit/page.ts';
import { pageRoutes } from '../kit/page-routes.ts';

// Their code is loaded with the first request for a page: most requests of the function are for tokens.
const signingIn = () => import('./sign-in-pages.ts');
const account = () => import('./account-pages.ts');
const linked = async () => (await account()).linked;

const CONSENT = '/oauth/authorize';
const SIGN_IN = '/sign-in';
const INVITATION = invitationPath({ text: '{invitation}' });
const WORKSPACE = `${OWN_ACCOUNT}/workspaces/{workspaceId}`;
const TOKENS = ownTokensPath('{workspaceId}');
const UNDO = undoPath('{secret}');
const PREFERENCES = preferencesPath('{token}');

/** The pages on the way to a session or a connection, and the form that ends a session. */
export const signInRoutes: WebRoute[] = [
  ...pageRoutes(
    async () => (await signingIn()).consent.consenters,
    [
      page({
        id: 'showConsent',
        path: CONSENT,
        code: async () => (await signingIn()).consent,
        forms: { decide: CONSENT },
      }),
    ],
  ),
  ...pageRoutes(
    async () => (await signingIn()).strangers,
    [
      page({
        id: 'showSignIn',
        path: SIGN_IN,
        async code() {
          const { signIn, signInWithDraft, signOut } = await signingIn();
          return { page: signIn.page, forms: { ...signIn.forms, signInWithDraft, signOut } };
        },
        forms: { signIn: SIGN_IN, signInWithDraft: `${SIGN_IN}/draft`, signOut: '/sign-out' },
      }),
    ],
  ),
  ...pageRoutes(
    async () => (await signingIn()).code.codeEnterers,
    [
      page({
        id: 'showCodeForm',
        path: `${SIGN_IN}/code`,
        code: async () => (await signingIn()).code,
        forms: { enterCode: `${SIGN_IN}/code` },
      }),
    ],
  ),
  ...pageRoutes(
    async () => (await signingIn()).provider.providerGuests,
    [
      page({
        id: 'leaveToSignIn',
        path: `${SIGN_IN}/provider`,
        code: async () => (await signingIn()).provider,
        forms: { leaveToSignInWithDraft: `${SIGN_IN}/provider` },
      }),
      page({
        id: 'returnFromSignIn',
        path: OIDC_CALLBACK,
        code: async () => ({ page: (await signingIn()).provider.returnPage }),
      }),
    ],
  ),
];

/** The pages of anyone who has a link to them, signed in or not. */
export const linkRoutes: WebRoute[] = [
  ...pageRoutes(
    async () => (await linked()).invitation.invited,
    [
      page({
        id: 'showInvitation',
        path: INVITATION,
        code: async () => (await linked()).invitation,
        forms: { acceptInvitation: INVITATION },
      }),
    ],
  ),
  ...pageRoutes(
    async () => (await linked()).undo.formerOwners,
    [
      page({
        id: 'showAddressUndo',
        path: UNDO,
        code: async () => (await linked()).undo,
        forms: { undoAddress: UNDO },
      }),
    ],
  ),
  ...pageRoutes(
    async () => (await linked()).mail.mailReaders,
    [
      page({
        id: 'showMailPreferences',
        path: PREFERENCES,
        code: async () => (await linked()).mail,
        forms: { setMailPreferences: PREFERENCES },
      }),
    ],
  ),
];

const ACCOUNT = OWN_ACCOUNT;

/** The pages of a person's account. */
const accountPages: Page<Person>[] = [
  page({
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
  page({
    id: 'showOwnPassword',
    path: OWN_PASSWORD,
    code: async () => (await account()).ownPassword,
    forms: { setOwnPassword: OWN_PASSWORD },
  }),
  page({
    id: 'findOwnTokens',
    path: OWN_TOKENS,
    code: async () => ({ page: (await account()).ownTokens.pageOfAll }),
  }),
  page({
    id: 'showOwnTokens',
    path: TOKENS,
    code: async () => (await account()).ownTokens,
    forms: { createOwnToken: TOKENS, revokeOwnToken: `${TOKENS}/revoke` },
  }),
  page({
    id: 'showOwnAddress',
    path: OWN_ADDRESS,
    code: async () => (await account()).ownAddress,
    forms: { askForAddress: OWN_ADDRESS, confirmAddress: `${OWN_ADDRESS}/code` },
  }),
  page({
    id: 'showConnections',
    path: CONNECTIONS,
    code: async () => (await account()).connections,
    forms: { endConnection: CONNECTIONS, narrowConnection: `${CONNECTIONS}/narrow` },
  }),
];

/** Those pages, and their forms. */
export const accountRoutes = pageRoutes(async () => (await account()).accountHolders, accountPages);

/** The page of an error is loaded with the function: what the pipeline refuses needs no other code. */
const withErrorPage = (route: WebRoute): WebRoute => ({
  ...route,
  answerError: (error, call) => errorPage(error, call),
});

/** The pages of signing in, consent and accounts, with their files. */
export const accountPageRoutes: WebRoute[] = [
  getStylesheet,
  ...[...signInRoutes, ...linkRoutes, ...accountRoutes].map(withErrorPage),
];
