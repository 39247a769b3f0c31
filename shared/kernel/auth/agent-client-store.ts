import type { JWK } from 'jose';
import type { Change, Item, Key, Reader } from '../core/database.ts';
import { idFromBytes, idToBytes } from '../core/id.ts';
import { attributesOf } from '../db/document.ts';
import { membershipKey } from './membership-store.ts';

/** The service account of an OAuth client. */
export interface AgentPlace {
  workspaceId: string;
  accountId: string;
}

/** The keys with which a service account proves its identity as an OAuth client: public ones, or their address. */
export interface AgentClient {
  /** Another one with each registration: tokens of an earlier one are invalid. */
  id: string;
  jwks?: { keys: JWK[] };
  jwksUri?: string;
}

const PREFIX = 'agent_';
const PATTERN = /^agent_([A-Za-z0-9_-]{43})$/;
const ID_BYTES = 16;

/** The client id of a service account, which contains its ids, so that one read finds it. */
export const agentClientId = ({ workspaceId, accountId }: AgentPlace): string =>
  PREFIX + Buffer.concat([idToBytes(workspaceId), idToBytes(accountId)]).toString('base64url');

/** The service account that a client id names, whether or not it exists; undefined for any other client. */
export function parseAgentClientId(clientId: string): AgentPlace | undefined {
  const [, encoded] = PATTERN.exec(clientId) ?? [];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64url');
  const place = {
    workspaceId: idFromBytes(bytes.subarray(0, ID_BYTES)),
    accountId: idFromBytes(bytes.subarray(ID_BYTES)),
  };
  return agentClientId(place) === clientId ? place : undefined;
}

/** Stored next to the service account. */
const clientKey = ({ workspaceId, accountId }: AgentPlace): Key => ({
  pk: membershipKey(workspaceId, accountId).pk,
  sk: 'OAUTH',
});

/** The OAuth client of a service account; undefined if it has none. */
export async function getAgentClient(read: Reader, place: AgentPlace): Promise<AgentClient | undefined> {
  const item = await read.get(clientKey(place));
  return item && toAgentClient(item);
}

function toAgentClient(item: Item): AgentClient {
  const { id, jwks, jwksUri } = attributesOf<{ id: string; jwks?: string; jwksUri?: string }>(item);
  return {
    id,
    ...(jwks === undefined ? {} : { jwks: JSON.parse(jwks) as { keys: JWK[] } }),
    ...(jwksUri === undefined ? {} : { jwksUri }),
  };
}

/** Registers the OAuth client of a service account in place of an earlier one. */
export const putAgentClient = (place: AgentPlace, { id, jwks, jwksUri }: AgentClient): Change => ({
  put: {
    ...clientKey(place),
    id,
    ...(jwks === undefined ? {} : { jwks: JSON.stringify(jwks) }),
    ...(jwksUri === undefined ? {} : { jwksUri }),
  },
});

/** Ends the OAuth client of a service account, if it has one. */
export const deleteAgentClient = (place: AgentPlace): Change => ({ delete: clientKey(place) });
