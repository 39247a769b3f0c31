import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { INBOUND_DOMAIN_VARIABLE } from '../../identity/inbound-mail/inbound-domain.ts';
import { managedTeamOrThrow } from '../../identity/team/team-access.ts';
import { getTeamItem } from '../../identity/team/team-store.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { conflict, orNotFound } from '../../kernel/core/errors.ts';
import { getTriageAddressItem, toStoredAddress } from './triage-address-store.ts';
import { toTriageAddress, type StoredAddress } from './triage-address.ts';

export const TRIAGE_ADDRESS_PATH = `${WORKSPACE_PATH}/teams/{teamId}/triage-address`;

/** What an operation on the address of a team loads. */
export const loadAddress = (read: Reader, teamId: string) => ({
  team: getTeamItem(read, teamId),
  address: getTriageAddressItem(read, teamId),
});

interface LoadedAddress {
  team: Item | undefined;
  address: Item | undefined;
}

/** Returns the stored address of a team that the caller manages; otherwise throws a 404. */
export function managedAddressOrThrow(caller: Caller, { team, address }: LoadedAddress): StoredAddress {
  managedTeamOrThrow(caller, team);
  return toStoredAddress(orNotFound(address, 'triage address'));
}

/** The domain at which the environment receives mail. Throws a 409 where it receives none. */
export function inboundDomainOrThrow({ setting }: Pick<OperationContext, 'setting'>): string {
  const domain = setting(INBOUND_DOMAIN_VARIABLE);
  if (domain) return domain;
  throw conflict(
    'This environment receives no mail.',
    'Its operator has to set inboundMailDomain; the guide for operators says how.',
  );
}

/** Returns the address of a team that the caller manages, as it is in the environment. */
export const shownAddress = (call: Pick<OperationContext, 'caller' | 'setting'>, loaded: LoadedAddress) =>
  toTriageAddress(managedAddressOrThrow(call.caller, loaded), inboundDomainOrThrow(call));
