import type { AuditType } from '../../core/audit-types.ts';
import type { Audited } from '../../core/audited.ts';
import type { OperationContext } from '../../core/call.ts';
import type { Change } from '../../core/database.ts';
import { newId } from '../../core/id.ts';
import { requestOriginOf, type RequestSource } from './request-origin.ts';
import {
  auditRetentionMs,
  AUDIT_RETENTION_VARIABLE,
  OPERATOR_VARIABLE,
  putAuditEvent,
  type AuditedField,
  type AuditEvent,
} from './audit-trail-store.ts';

/** The maximum length of a recorded value as JSON; of longer values only the field's name is recorded. */
const VALUE_MAX_CHARACTERS = 1_000;

/** The declared fields that a write changed; null stands for a missing value. */
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

type AuditedCall = Pick<OperationContext, 'caller' | 'now' | 'setting'> & { source: RequestSource | null };

interface Write {
  resourceId: string;
  /** The changes of the operation itself. */
  own: readonly Change[];
  details: Audited | undefined;
}

/** How an operation's writes appear in the audit trail. */
export interface AuditDeclaration {
  type: AuditType;
  /** The fields whose values are recorded; no others are, so that no secret is recorded by accident. */
  fields: readonly string[];
  /** The entry of a write, to be written in the same transaction; none if it changes nothing. */
  entryOf(act: AuditedCall, write: Write): Change[];
}

/** Declares the audit entry of an operation. The code that builds entries is loaded on demand. */
export const audited = (type: AuditType, fields: readonly string[]): AuditDeclaration => ({
  type,
  fields,
  entryOf({ caller, source, now, setting }, { resourceId, own, details = {} }) {
    if (own.length === 0) return [];
    const origin = source && requestOriginOf(source);
    const operator = caller.kind === 'operator' ? setting(OPERATOR_VARIABLE) : undefined;
    const event: AuditEvent = {
      id: newId(now),
      type,
      timestamp: now.toISOString(),
      actor: caller.actor,
      target: targetOf(type, details.targetId ?? resourceId, details),
      changes: changesOf(fields, details),
      origin: origin && { network: origin.network, userAgent: origin.userAgent },
      requestId: origin?.requestId ?? null,
      credentialId: caller.credentialId || null,
      count: 1,
      ...(operator === undefined ? {} : { operator }),
    };
    const retention = auditRetentionMs(setting(AUDIT_RETENTION_VARIABLE));
    return [putAuditEvent(details.workspaceId ?? caller.workspaceId, event, retention)];
  },
});
