import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { loadAddress, shownAddress, TRIAGE_ADDRESS_PATH } from './triage-address-access.ts';
import { triageAddressSchema } from './triage-address.ts';

export const getTriageAddress = operation({
  id: 'getTriageAddress',
  method: 'GET',
  path: TRIAGE_ADDRESS_PATH,
  tag: 'Triage',
  summary: 'Get the mail address of a triage',
  description: 'Returns 404 if the team has none. Only those who may change the team see it.',
  scopes: ['teams:write'],
  role: 'admin',
  teamRestricted: 'allowed',
  errors: ['conflict'],
  params: { teamId: uuid() },
  output: triageAddressSchema,
  load: ({ path, read }) => loadAddress(read, path.teamId),
  handle: async ({ loaded, caller, setting }) => shownAddress({ caller, setting }, loaded),
});
