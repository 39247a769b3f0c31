import { createHash } from 'node:crypto';
import { idFromBytes, idToBytes, newId } from './id.ts';

/** The bytes at the end of an id that follow from those before them. */
const CHECK_BYTES = 4;

/**
 * Generates the id of a change set that no request named. It is recognizable, so that the log alone has its changes: the
 * stream notes only those of named ones.
 */
export function newChangeSetId(now: Date): string {
  const bytes = idToBytes(newId(now));
  checkOf(bytes).copy(bytes, bytes.length - CHECK_BYTES);
  return idFromBytes(bytes);
}

/** Whether an id was generated for a change set that no request named. */
export function isUnnamedSet(id: string): boolean {
  const bytes = idToBytes(id);
  return checkOf(bytes).equals(bytes.subarray(-CHECK_BYTES));
}

const checkOf = (bytes: Buffer): Buffer =>
  createHash('sha256')
    .update('change set')
    .update(bytes.subarray(0, -CHECK_BYTES))
    .digest()
    .subarray(0, CHECK_BYTES);
