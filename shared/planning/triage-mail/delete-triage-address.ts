import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { loadAddress, managedAddressOrThrow, TRIAGE_ADDRESS_PATH } from './triage-address-access.ts';
import { deleteTriageAddressItem } from './triage-address-store.ts';

export const deleteTriageAddress = operation({
  id: 'deleteTriageAddress',
  method: 'DELETE',
  path: TRIAGE_ADDRESS_PATH,
  tag: 'Triage',
  summary: 'Delete the mail address of a triage',
  description:
    'Deletes the address: mail to it is dropped from now on, also what is on its way. The stories of earlier mail stay.',
  scopes: ['teams:write'],
  role: 'admin',
  teamRestricted: 'allowed',
  audit: audited('triage_address.deleted', ['teamId']),
  params: { teamId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => loadAddress(read, path.teamId),
  handle: async ({ path: { teamId }, loaded, caller, commit }) => {
    const stored = managedAddressOrThrow(caller, loaded);
    await commit([deleteTriageAddressItem(stored, writeConflict)], teamId, { from: stored });
    return { id: teamId, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
