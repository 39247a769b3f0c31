import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { acceptWorkspace, leaveFromAccount, saveOwnName, showAccount } from './account.ts';
import { deleteAccount } from './delete-account.ts';
import { endOtherSession } from './end-session.ts';
import { confirmAddress } from './confirm-address.ts';
import { enterCode, showCodeForm } from './enter-code.ts';
import { getStylesheet } from './get-stylesheet.ts';
import { acceptInvitation, showInvitation } from './invitation.ts';
import { setMailPreferences, showMailPreferences } from './mail-preferences.ts';
import { askForAddress, showOwnAddress } from './own-address.ts';
import { setOwnPassword, showOwnPassword } from './own-password.ts';
import { createOwnToken, revokeOwnToken, showOwnTokens } from './own-tokens.ts';
import { signInWithDraft } from './sign-in-with-draft.ts';
import { showSignIn, signIn } from './sign-in.ts';
import { completeOidcSignIn, startOidcSignIn, startOidcSignInWithDraft } from './oidc-sign-in.ts';
import { signOut } from './sign-out.ts';
import { showAddressUndo, undoAddress } from './undo-address.ts';

export const accountRoutes: WebRoute[] = [
  getStylesheet,
  showSignIn,
  signIn,
  signInWithDraft,
  showCodeForm,
  enterCode,
  startOidcSignIn,
  startOidcSignInWithDraft,
  completeOidcSignIn,
  signOut,
  showInvitation,
  acceptInvitation,
  showAccount,
  saveOwnName,
  acceptWorkspace,
  leaveFromAccount,
  showOwnPassword,
  setOwnPassword,
  showOwnTokens,
  createOwnToken,
  revokeOwnToken,
  showOwnAddress,
  askForAddress,
  confirmAddress,
  showAddressUndo,
  undoAddress,
  endOtherSession,
  deleteAccount,
  showMailPreferences,
  setMailPreferences,
];
