// The pages of a person's account; loaded with the first request for one of them.

export * as account from '../accounts/account.ts';
export { accountHolders } from '../accounts/account-audience.ts';
export { fulfilOnPortal } from '../accounts/fulfil-on-portal.ts';
export { deleteAccount } from '../accounts/delete-account.ts';
export * as linked from './linked-pages.ts';
export * as ownAddress from '../accounts/own-address.ts';
export * as ownPassword from '../accounts/own-password.ts';
export * as ownTokens from '../accounts/own-tokens.ts';
export * as connections from './connections.ts';
