// The pages on the way to a session or a connection; loaded with the first request for one of them.

export { strangers } from './open-audiences.ts';
export * as code from './enter-code.ts';
export * as provider from './oidc-sign-in.ts';
export * as signIn from './sign-in.ts';
export { signInWithDraft } from './sign-in-with-draft.ts';
export { signOut } from './sign-out.ts';
export * as consent from './authorize.ts';
