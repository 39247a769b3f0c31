// The pages on the way to a session or a connection; loaded with the first request for one of them.

export { strangers } from '../accounts/open-audiences.ts';
export * as code from '../accounts/enter-code.ts';
export * as provider from '../accounts/oidc-sign-in.ts';
export * as signIn from '../accounts/sign-in.ts';
export { signInWithDraft } from '../accounts/sign-in-with-draft.ts';
export { signOut } from '../accounts/sign-out.ts';
export * as consent from './authorize.ts';
