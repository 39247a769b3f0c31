import { deleteIdentityProvider } from './delete-identity-provider.ts';
import { getIdentityProvider } from './get-identity-provider.ts';
import { listIdentityProviders } from './list-identity-providers.ts';
import { putIdentityProvider } from './put-identity-provider.ts';
import { verifyIdentityProvider } from './verify-identity-provider.ts';

export const identityProviderOperations = [
  listIdentityProviders,
  getIdentityProvider,
  putIdentityProvider,
  verifyIdentityProvider,
  deleteIdentityProvider,
];
