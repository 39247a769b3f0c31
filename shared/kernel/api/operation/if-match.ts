import * as z from 'zod';
import { ApiError, invalidRequest } from '../../core/errors.ts';
import type { Operation } from './operation-kinds.ts';

/** The versions that a request may change; `*` is any. */
export type IfMatch = '*' | readonly string[];

/** Matches an entity tag. Caches that compress a response make its tag weak; a weak tag names the same version. */
const TAG = /^(?:W\/)?"([^"]*)"$/;

/**
 * Parses the If-Match header (RFC 9110, section 13.1.1): ETags of the resource, or its updatedAt in quotes. Throws a
 * 400 for anything else.
 */
export function parseIfMatch(header: string | undefined): IfMatch | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  return header.split(',').map((text) => {
    const tag = TAG.exec(text.trim())?.[1];
    if (tag !== undefined) return tag.split('/')[0]!;
    throw invalidRequest([
      { in: 'header', path: 'If-Match', message: 'must be the ETag of the resource in its quotes, or *' },
    ]);
  });
}

/** Throws a 400 for the header of a write that does not evaluate it, so that no write is mistaken for a conditional one. */
export function assertNoIfMatch({ method, input }: Operation, header: string | undefined): void {
  if (header === undefined || method === 'GET') return;
  const isVersioned = input.body instanceof z.ZodObject && 'expectedUpdatedAt' in input.body.shape;
  const instead = isVersioned ? 'send expectedUpdatedAt in the body' : 'leave it out';
  throw invalidRequest(
    [{ in: 'header', path: 'If-Match', code: 'unknown_field', message: 'is not supported here' }],
    `This operation does not evaluate If-Match: ${instead}.`,
  );
}

/** Throws a 409 with the current version if the request may not change it. */
export function assertMatch(ifMatch: IfMatch | undefined, { updatedAt }: { updatedAt: string }): void {
  if (ifMatch === undefined || ifMatch === '*') return;
  if (ifMatch.some((version) => Date.parse(version) === Date.parse(updatedAt))) return;
  throw new ApiError('version_conflict', 'The resource has changed since the version in If-Match.', {
    hint: 'Get the resource again, decide whether your change still applies, and send its current ETag in If-Match.',
    details: { currentUpdatedAt: updatedAt },
  });
}
