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

/** The path that explains an error: the page of its operation or, without one, the meaning of its code. */
export const errorAddress = ({ operationId, tag }: DocumentedOperation, code: ErrorCode): string =>
  operationId !== undefined && tag !== undefined && tag !== 'Operator'
    ? operationAddress(tagSlug(tag), operationId)
    : `/docs/errors#${code}`;
