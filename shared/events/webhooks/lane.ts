import { createHash } from 'node:crypto';

/**
 * An endpoint's deliveries are divided into lanes, each processed by one worker at a time. This limits
 * concurrent requests to an endpoint, and a slow endpoint delays only its own lanes.
 */
export const LANES = 8;

/**
 * The lane of a resource's events: always the same, so that they are sent in order while attempts succeed.
 */
export const laneOf = (subjectId: string): number =>
  createHash('sha256').update(subjectId).digest()[0]! % LANES;

export interface Lane {
  webhookId: string;
  number: number;
  /** Whose messages it wakes workers with, so that none waits for another's; lanes of before have none. */
  workspaceId?: string | undefined;
}

/** Names a lane, over all workspaces. */
export const nameOf = ({ webhookId, number }: Lane): string => `${webhookId} ${number}`;

export const lanesOf = (webhookId: string): Lane[] =>
  Array.from({ length: LANES }, (_, number) => ({ webhookId, number }));

/** Whether a receiver's id is that of an MCP subscription, a UUID of version 8; endpoints have version 7. */
export const isSubscriptionId = (id: string): boolean => id[14] === '8';
