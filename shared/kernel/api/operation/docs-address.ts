import type { ErrorCode } from '../../core/errors.ts';
import type { Tag } from './tags.ts';

/** The path of a tag's page under /docs. */
export const tagSlug = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-');

/** The page of an operation, below its tag's. */
export const operationAddress = (slug: string, operationId: string): string => `/docs/${slug}/${operationId}`;

/** What an error is explained by, besides its own words. */
export interface DocumentedOperation {
  operationId: string | undefined;
  /** The group that it belongs to; undefined for routes that the documentation has no page of. */
  tag: Tag | undefined;
}

const TOKENS = '/docs/authentication#tokens';
const ALLOWED = '/docs/authentication#what-a-token-can-do';
const RETRIES = '/docs/writes#retries';
const CLAIMS = '/docs/writes#claims';

/** The parts of guides that say what to do about errors that have nothing to do with what an operation is for. */
export const guideAddresses: Partial<Record<ErrorCode, string>> = {
  authentication_required: TOKENS,
  invalid_credential: TOKENS,
  expired_credential: TOKENS,
  insufficient_scope: '/docs/authentication#scopes',
  insufficient_role: '/docs/authentication#roles',
  principal_not_supported: ALLOWED,
  restricted_credential: ALLOWED,
  foreign_origin: '/docs/authentication#from-a-browser',
  rate_limited: '/docs/limits#rates',
  quota_exceeded: '/docs/limits#quotas',
  version_conflict: '/docs/writes#versions',
  idempotency_key_required: RETRIES,
  invalid_idempotency_key: RETRIES,
  idempotency_key_reused: RETRIES,
  claimed: CLAIMS,
  claim_lost: CLAIMS,
};

/**
 * The path that explains an error: what a guide says about its code, the page of its operation or, without one, the
 * meaning of its code. AI clients have a guide of their own.
 */
export function errorAddress({ operationId, tag }: DocumentedOperation, code: ErrorCode): string {
  if (tag === 'MCP') return '/docs/ai-clients';
  const guide = guideAddresses[code];
  if (guide !== undefined) return guide;
  return operationId !== undefined && tag !== undefined && tag !== 'Operator'
    ? operationAddress(tagSlug(tag), operationId)
    : `/docs/errors#${code}`;
}
