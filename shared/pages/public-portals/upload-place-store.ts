import { attributesOf } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import type { Change, Key, Reader } from '../../kernel/core/database.ts';

/** Where a person may upload a picture for a text of theirs. */
interface UploadPlace {
  userId: string;
  /** The idea or comment. */
  textId: string;
}

const placeKind = itemKind('UPLOADTO#', 'expiry');

const HOUR_MS = 60 * 60 * 1000;
const hourOf = (now: Date): number => Math.floor(now.getTime() / HOUR_MS);

const placeKey = ({ userId, textId }: UploadPlace, now: Date): Key =>
  placeKind.key(`${userId}#${textId}#${hourOf(now)}`);

/** The id of this hour's upload; undefined if there is none yet. */
export async function getUploadId(read: Reader, place: UploadPlace, now: Date): Promise<string | undefined> {
  const item = await read.get(placeKey(place, now));
  return item && attributesOf<{ uploadId: string }>(item).uploadId;
}

/** Records the id of this hour's upload, once. */
export const putUploadId = (
  place: UploadPlace,
  uploadId: string,
  now: Date,
  exists: () => Error,
): Change => ({
  put: { ...placeKey(place, now), uploadId, ttl: (hourOf(now) + 2) * (HOUR_MS / 1000) },
  if: 'absent',
  onConditionFailed: exists,
});
