import { memberOperations } from '../members/index.ts';
import { principalOperations } from '../principals/index.ts';
import { serviceAccountOperations } from '../service-accounts/index.ts';
import { tokenOperations } from '../tokens/index.ts';

/** Operations of functions/credentials.ts: who somebody is, members, personal access tokens, service accounts and their keys. */
export const credentialGroup = [
  ...principalOperations,
  ...memberOperations,
  ...tokenOperations,
  ...serviceAccountOperations,
];
