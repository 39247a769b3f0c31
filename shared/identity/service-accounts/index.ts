import { addServiceAccountTeam } from './add-service-account-team.ts';
import { createServiceAccountKey } from './create-service-account-key.ts';
import { createServiceAccount } from './create-service-account.ts';
import { deleteServiceAccount } from './delete-service-account.ts';
import { getServiceAccount } from './get-service-account.ts';
import { listServiceAccountKeys } from './list-service-account-keys.ts';
import { listServiceAccounts } from './list-service-accounts.ts';
import { registerServiceAccountClient } from './register-service-account-client.ts';
import { removeServiceAccountTeam } from './remove-service-account-team.ts';
import { revokeServiceAccountKey } from './revoke-service-account-key.ts';
import { updateServiceAccount } from './update-service-account.ts';

export const serviceAccountOperations = [
  listServiceAccounts,
  createServiceAccount,
  getServiceAccount,
  updateServiceAccount,
  deleteServiceAccount,
  addServiceAccountTeam,
  removeServiceAccountTeam,
  registerServiceAccountClient,
  listServiceAccountKeys,
  createServiceAccountKey,
  revokeServiceAccountKey,
];
