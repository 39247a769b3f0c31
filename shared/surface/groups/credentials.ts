import { memberOperations } from '../../identity/members/index.ts';
import { principalOperations } from '../../identity/principals/index.ts';
import { serviceAccountOperations } from '../../identity/service-accounts/index.ts';
import { identityProviderOperations } from '../../identity/identity-providers/index.ts';
import { tokenOperations } from '../../identity/tokens/index.ts';

/** Operations of functions/credentials.ts: who someone is, members, personal access tokens, service accounts and their keys. */
export const credentialGroup = [
  ...principalOperations,
  ...memberOperations,
  ...tokenOperations,
  ...serviceAccountOperations,
  ...identityProviderOperations,
];
