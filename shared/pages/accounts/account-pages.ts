// The pages of a person's account; loaded with the first request for one of them.

export * as account from './account.ts';
export { accountHolders } from './account-audience.ts';
export { fulfilOnPortal } from './fulfil-on-portal.ts';
export { deleteAccount } from './delete-account.ts';
export * as linked from './linked-pages.ts';
export * as ownAddress from './own-address.ts';
export * as ownPassword from './own-password.ts';
export * as ownTokens from './own-tokens.ts';
export * as connections from './connections.ts';
