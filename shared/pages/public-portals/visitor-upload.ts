import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { newId } from '../../kernel/core/id.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { countAttempt, LimitReached } from '../../kernel/rate-limits/rate-limit-store.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import { visitorLimits } from '../../feedback/visitors/visitor-limits.ts';
import { newUpload } from '../portal/new-upload.ts';
import { getUploadId, putUploadId } from './upload-place-store.ts';
import type { Upload } from '../kit/upload-view.ts';

/**
 * The upload of a visitor's form for a text. Each is good for a large file, so a person has few of them in an hour; the
 * form of one text has the same one for the hour, however often it is shown. Undefined beyond the limit, or where none can
 * be signed.
 */
export async function visitorUpload(
  call: WebCall,
  portal: Portal,
  place: { userId: string; textId: string },
): Promise<Upload | undefined> {
  const { services, now } = call;
  const { database } = services;
  const first = newUpload(call, portal, newId(now));
  if (!first) return undefined;
  return await retryOnConflict(async () => {
    const known = await getUploadId(createReader(database), place, now);
    if (known !== undefined) return newUpload(call, portal, known);
    const counted = countAttempt(visitorLimits.uploads, place.userId, now);
    try {
      await commit(database, [counted, putUploadId(place, first.id, now, writeConflict)]);
      return first;
    } catch (error) {
      if (error instanceof LimitReached) return undefined;
      throw error;
    }
  });
}
