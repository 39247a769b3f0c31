import { principalOperations } from '../principals/index.ts';
import { serviceAccountOperations } from '../service-accounts/index.ts';
import { tokenOperations } from '../tokens/index.ts';

/** Operations of functions/credentials.ts: who somebody is, personal access tokens, service accounts and their keys. */
export const credentialGroup = [...principalOperations, ...tokenOperations, ...serviceAccountOperations];
