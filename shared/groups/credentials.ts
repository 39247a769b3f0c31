import { serviceAccountOperations } from '../service-accounts/index.ts';
import { tokenOperations } from '../tokens/index.ts';

/** Operations of functions/credentials.ts: personal access tokens, service accounts and their keys. */
export const credentialGroup = [...tokenOperations, ...serviceAccountOperations];
