import { invalidRequest } from '../../kernel/core/errors.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Change } from '../../kernel/core/database.ts';
import { IMAGE_MAX_PIXELS, IMAGE_SENT_MAX_BYTES } from './image.ts';
import { storeVersions } from './image-files.ts';
import { announceFiles, type ImageFiles, type StoredImage } from './image-store.ts';
import { makeImage, type ImageProblem, type MadeImage } from './images/make-image.ts';
import type { Portal } from './portal.ts';

/** The file that a request contains in its field `data`. Throws a 400 if it is too large; `instead` says what takes it. */
export function sentFileOrThrow(data: string, instead = ''): Buffer {
  const file = Buffer.from(data, 'base64');
  if (file.length <= IMAGE_SENT_MAX_BYTES) return file;
  throw invalidRequest([
    { path: 'data', message: `must be at most ${IMAGE_SENT_MAX_BYTES} bytes${instead}` },
  ]);
}

/** What is kept of a file. Throws a 400 that names the field unless it is an image. */
export async function makeImageOrThrow(file: Buffer, field: string): Promise<MadeImage> {
  const made = await makeImage(file);
  if (typeof made === 'string') throw invalidRequest([{ path: field, message: problems[made] }]);
  return made;
}

const problems: Readonly<Record<ImageProblem, string>> = {
  notAnImage: 'is not a PNG, JPEG or WebP file, or the file is damaged or has data after its end',
  tooManyPixels: `has more than ${IMAGE_MAX_PIXELS} pixels`,
};

/**
 * Stores the files of an image, after `write` has announced them. Returns the image, which is yet to be written, and what
 * its resource says of it.
 */
export async function storeImage(
  { setting, now, write }: Pick<OperationContext, 'setting' | 'now'> & { write: Write },
  portal: Pick<Portal, 'id' | 'workspaceId'>,
  id: string,
  { bytes, versions, ...facts }: MadeImage,
): Promise<{ image: StoredImage; facts: Pick<MadeImage, 'type' | 'width' | 'height'> }> {
  const announce = (announced: ImageFiles) => write([announceFiles(id, announced, now)]);
  const files = versions && (await storeVersions({ setting, announce }, portal, id, versions));
  const image: StoredImage = {
    id,
    portalId: portal.id,
    createdAt: now.toISOString(),
    ...facts,
    ...(bytes && { bytes }),
    ...(files && { files }),
  };
  return { image, facts };
}

type Write = (changes: readonly Change[]) => Promise<unknown>;
