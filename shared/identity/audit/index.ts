import { listAuditEvents } from './list-audit-events.ts';

export const auditOperations = [listAuditEvents];
