import type { Actor } from '../../core/actor.ts';
import type { AuditType } from '../../core/audit-types.ts';
import type { Audited } from '../../core/audited.ts';
import type { OperationContext } from '../../core/call.ts';
import type { Change } from '../../core/database.ts';
import { writeConflict } from '../../core/errors.ts';
import { newId } from '../../core/id.ts';
import { itemKind } from '../../db/table.ts';
import { originOf, type Origin, type RequestSource } from './request-origin.ts';

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
  /** Null for what the service or its operator did. */
  origin: Omit<Origin, 'requestId'> | null;
  requestId: string | null;
  /** The token, key or grant that was used. */
  credentialId: string | null;
  /** How often it happened, where an hour is one entry. */
  count: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days that entries are retained unless the environment says otherwise (docs/specification.md, "Audit trail"). */
export const AUDIT_RETENTION_DAYS = 400;

/** The variable with the environment's number of days. */
export const AUDIT_RETENTION_VARIABLE = 'AUDIT_RETENTION_DAYS';

/** How long entries are retained in milliseconds, from the environment's setting. */
export function auditRetentionMs(setting: string | undefined): number {
  const days = Number(setting ?? AUDIT_RETENTION_DAYS);
  if (!Number.isInteger(days) || days < 1)
    throw new Error(`${AUDIT_RETENTION_VARIABLE} is not a number of days.`);
  return days * DAY_MS;
}

/** Characters of a value as JSON beyond which only the name of its field is recorded. */
const VALUE_MAX_CHARACTERS = 1_000;

/** What a write changed of the declared fields; null stands for a value that there was not or is no longer. */
function changesOf(fields: readonly string[], { from, to }: Pick<Audited, 'from' | 'to'>): AuditedField[] {
  const valueOf = (of: object | undefined, field: string) =>
    (of as Record<string, unknown> | undefined)?.[field] ?? null;
  return fields.flatMap((field) => {
    const texts = [from, to].map((of) => JSON.stringify(valueOf(of, field)));
    if (texts[0] === texts[1]) return [];
    if (texts.some((text) => text.length > VALUE_MAX_CHARACTERS)) return { field };
    return { field, from: valueOf(from, field), to: valueOf(to, field) };
  });
}

/** The target of an entry: its kind is the first part of the type. */
function targetOf(type: AuditType, id: string, { name, from, to }: Audited): AuditEvent['target'] {
  const named = (to ?? from) as { name?: string | null } | undefined;
  return {
    kind: type.slice(0, type.indexOf('.')),
    id,
    name: name === undefined ? (named?.name ?? null) : name,
  };
}

export const auditKind = itemKind('AU#');

/**
 * Partitions of the trail: all of a workspace, and in indexes that are there for stories, those of an actor, on a
 * target and of a type. Entries are sorted by their ids, which begin with their time.
 */
export const auditPartitions = {
  all: (workspaceId: string) => `W#${workspaceId}#AU`,
  of: (workspaceId: string, value: string) => `W#${workspaceId}#AU#${value}`,
};

/** Puts an entry: the same item however often it is put, replaced only by one that counts more. */
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
      inAssignee: of(workspaceId, event.actor.id ?? event.actor.kind),
      inObjective: of(workspaceId, event.target.id),
      inStatus: of(workspaceId, event.type),
      ttl: Math.ceil((Date.parse(event.timestamp) + retentionMs + DAY_MS) / 1000),
    },
    if: { absentOrAtMost: { attribute: 'count', value: event.count } },
    onConditionFailed: writeConflict,
  };
}

type Act = Pick<OperationContext, 'caller' | 'now' | 'setting'> & { source: RequestSource | null };

interface Write {
  resourceId: string;
  /** What the operation itself writes. */
  own: readonly Change[];
  told: Audited | undefined;
}

/** How an operation's writes appear in the audit trail. */
export interface AuditDeclaration {
  type: AuditType;
  /** The fields whose values are recorded; no others are, so that no secret gets there by itself. */
  fields: readonly string[];
  /** The entry of a write, to be written in the same transaction; none if it changes nothing. */
  entryOf(act: Act, write: Write): Change[];
}

/** Declares the entry of an operation, whose code thereby loads only where there are entries. */
export const audited = (type: AuditType, fields: readonly string[]): AuditDeclaration => ({
  type,
  fields,
  entryOf({ caller, source, now, setting }, { resourceId, own, told = {} }) {
    if (own.length === 0) return [];
    const origin = source && originOf(source);
    const event: AuditEvent = {
      id: newId(now),
      type,
      timestamp: now.toISOString(),
      actor: caller.actor,
      target: targetOf(type, told.targetId ?? resourceId, told),
      changes: changesOf(fields, told),
      origin: origin && { network: origin.network, userAgent: origin.userAgent },
      requestId: origin?.requestId ?? null,
      credentialId: caller.credentialId || null,
      count: 1,
    };
    const retention = auditRetentionMs(setting(AUDIT_RETENTION_VARIABLE));
    return [putAuditEvent(told.workspaceId ?? caller.workspaceId, event, retention)];
  },
});
