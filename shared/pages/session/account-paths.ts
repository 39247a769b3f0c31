import type { UserSecret } from '../../kernel/auth/user-secret.ts';
import { personalPaths } from '../../kernel/core/personal-paths.ts';

/** The page of a person's account. */
export const OWN_ACCOUNT = '/account';

/** The part of that page with the person's invitations. */
export const INVITATIONS = `${OWN_ACCOUNT}#invitations`;
/** The query of that page for those who are invited: servers are not sent the fragment of an address. */
export const INVITED = 'invited';
/** That part, as it is linked for people who may have to sign in. */
export const INVITED_PAGE = `${OWN_ACCOUNT}?${INVITED}#invitations`;

export const OWN_PASSWORD = '/account/password';
export const OWN_ADDRESS = '/account/address';
/** What the choice of the language on the account's page is sent to. */
export const OWN_LANGUAGE = '/account/language';

/** The page of the applications that a person has connected. */
export const CONNECTIONS = '/connections';

/** Where a sign-in provider sends the browser back to. */
export const OIDC_CALLBACK = '/sign-in/callback';

/** The page of a person's tokens for a workspace. */
export const ownTokensPath = (workspaceId: string): string => `/account/workspaces/${workspaceId}/tokens`;

/** What leads to the page of a person's tokens in their workspace: they choose one if they have several. */
export const OWN_TOKENS = '/account/tokens';

/** The path of an invitation link, including its secret. */
export const invitationPath = ({ text }: Pick<UserSecret, 'text'>): string =>
  `${personalPaths.invitation}${text}`;

/** The path of the page on which the owner of a former address has it back, including its secret. */
export const undoPath = (secret: string): string => `${personalPaths.addressUndo}${secret}`;
