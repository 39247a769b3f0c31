import type { WebRoute } from '../api/web-route.ts';
import { acceptWorkspace, leaveFromAccount, saveOwnName, showAccount } from './account.ts';
import { getStylesheet } from './get-stylesheet.ts';
import { acceptInvitation, showInvitation } from './invitation.ts';
import { showSignIn, signIn } from './sign-in.ts';
import { leaveToSignIn, returnFromSignIn } from './sign-in-elsewhere.ts';
import { signOut } from './sign-out.ts';

export const accountRoutes: WebRoute[] = [
  getStylesheet,
  showSignIn,
  signIn,
  leaveToSignIn,
  returnFromSignIn,
  signOut,
  showInvitation,
  acceptInvitation,
  showAccount,
  saveOwnName,
  acceptWorkspace,
  leaveFromAccount,
];
