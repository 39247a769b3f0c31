import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { conflict, notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { managedTeamOrThrow } from '../../identity/team/team-access.ts';
import { getTeamItem, recordTeamContent, toTeam } from '../../identity/team/team-store.ts';
import {
  inboundDomainOrThrow,
  loadAddress,
  shownAddress,
  TRIAGE_ADDRESS_PATH,
} from './triage-address-access.ts';
import { getTriageAddressItem, putTriageAddress } from './triage-address-store.ts';
import { newToken, toTriageAddress, triageAddressSchema, type StoredAddress } from './triage-address.ts';

export const createTriageAddress = operation({
  id: 'createTriageAddress',
  method: 'POST',
  path: TRIAGE_ADDRESS_PATH,
  tag: 'Triage',
  summary: 'Create the mail address of a triage',
  description:
    'Creates an address of which each mail becomes a story in the triage of the team. Anyone who knows it can send to it: to replace one that is known too widely, delete it and create another. A team has one, and needs a triage (updateTeam). A 409 also says that the environment receives no mail.',
  scopes: ['teams:write'],
  role: 'admin',
  teamRestricted: 'allowed',
  audit: audited('triage_address.created', ['teamId']),
  status: 201,
  errors: ['conflict'],
  params: { teamId: uuid() },
  output: triageAddressSchema,
  load: ({ path, read }) => loadAddress(read, path.teamId),
  handle: async ({ path: { teamId }, loaded, caller, now, randomBytes, setting, commit }) => {
    const { intakeEnabled } = toTeam(managedTeamOrThrow(caller, loaded.team));
    const domain = inboundDomainOrThrow({ setting });
    if (!intakeEnabled) throw noTriage();
    if (loaded.address) throw taken();
    const stored: StoredAddress = {
      workspaceId: caller.workspaceId,
      teamId,
      createdBy: caller.principalId,
      createdAt: now.toISOString(),
      token: newToken(randomBytes),
    };
    const gone = () => notFound('team');
    await commit([putTriageAddress(stored, taken), recordTeamContent(teamId, gone)], teamId, { to: stored });
    return toTriageAddress(stored, domain);
  },
  replay: async ({ caller, read, setting, resourceId }) => {
    const [team, address] = await Promise.all([
      getTeamItem(read, resourceId),
      getTriageAddressItem(read, resourceId),
    ]);
    return shownAddress({ caller, setting }, { team, address });
  },
});

const noTriage = () => conflict('The team has no triage.', 'Set its intakeEnabled with updateTeam first.');

const taken = () =>
  conflict('The team has an address.', 'Read it with getTriageAddress, or delete it first.');
