// The pages on the way to a session or a connection; loaded with the first request for one of them.

export { enterCode, showCodeForm } from '../accounts/enter-code.ts';
export { completeOidcSignIn, startOidcSignIn, startOidcSignInWithDraft } from '../accounts/oidc-sign-in.ts';
export { showSignIn, signIn } from '../accounts/sign-in.ts';
export { signInWithDraft } from '../accounts/sign-in-with-draft.ts';
export { signOut } from '../accounts/sign-out.ts';
export { showConsent, submitConsent } from './authorize.ts';
