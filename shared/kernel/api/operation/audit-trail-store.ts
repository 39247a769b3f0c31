import type { Actor } from '../../core/actor.ts';
import type { AuditType } from '../../core/audit-types.ts';
import type { Change } from '../../core/database.ts';
import { writeConflict } from '../../core/errors.ts';
import { gsi2, gsi3, gsi5, inIndex, itemKind } from '../../db/table.ts';
import type { RequestOrigin } from './request-origin.ts';

/** A field that changed; without values if they are long. */
export interface AuditedField {
  field: string;
  from?: unknown;
  to?: unknown;
}

/** An entry of the audit trail, as it is stored and shown. */
export interface AuditEvent {
  id: string;
  type: AuditType;
  timestamp: string;
  actor: Actor;
  target: { kind: string; id: string; name: string | null };
  changes: AuditedField[];
  /** The origin of the request; null for acts of the service or its operator. */
  origin: Omit<RequestOrigin, 'requestId'> | null;
  requestId: string | null;
  /** The token, key or grant that was used. */
  credentialId: string | null;
  /** The number of occurrences, for types with one entry per hour. */
  count: number;
  /** The operator's name, for acts through the command line. */
  operator?: string;
}

/** The command line's setting with the operator's name. */
export const OPERATOR_VARIABLE = 'PLOTLINE_OPERATOR';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The retention of entries in days, unless the environment sets another (docs/guides/limits.md). */
export const AUDIT_RETENTION_DAYS = 400;

/** The variable with the environment's retention in days. */
export const AUDIT_RETENTION_VARIABLE = 'AUDIT_RETENTION_DAYS';

/** The retention of entries in milliseconds, from the environment's setting. */
export function auditRetentionMs(setting: string | undefined): number {
  const days = Number(setting ?? AUDIT_RETENTION_DAYS);
  if (!Number.isInteger(days) || days < 1)
    throw new Error(`${AUDIT_RETENTION_VARIABLE} is not a number of days.`);
  return days * DAY_MS;
}

export const auditKind = itemKind('AU#', 'workspace');

/** Indexes of entries; the list has all of a workspace. */
export const auditIndexes = { byType: gsi2, byActor: gsi3, byTarget: gsi5 } as const;

/**
 * Partitions of the trail: all of a workspace, and those of a type, by an actor and on a target. Entries are sorted by
 * their ids, which begin with their time.
 */
export const auditPartitions = {
  all: (workspaceId: string) => `W#${workspaceId}#AU`,
  of: (workspaceId: string, value: string) => `W#${workspaceId}#AU#${value}`,
};

/** Stores an entry. Repeating it writes the same item; only an entry with a higher count replaces it. */
export function putAuditEvent(
  workspaceId: string,
  event: AuditEvent,
  retentionMs: number = auditRetentionMs(undefined),
): Change {
  const { of } = auditPartitions;
  return {
    put: {
      ...auditKind.key(event.id),
      doc: JSON.stringify(event),
      count: event.count,
      inList: auditPartitions.all(workspaceId),
      ...inIndex(auditIndexes.byActor, of(workspaceId, event.actor.id ?? event.actor.kind)),
      ...inIndex(auditIndexes.byTarget, of(workspaceId, event.target.id)),
      ...inIndex(auditIndexes.byType, of(workspaceId, event.type)),
      ttl: Math.ceil((Date.parse(event.timestamp) + retentionMs + DAY_MS) / 1000),
    },
    if: { absentOrAtMost: { attribute: 'count', value: event.count } },
    onConditionFailed: writeConflict,
  };
}
