import type { Attachment } from '../../shared/planning/attachments/attachment.ts';
import { successOf, type ApiClient } from '../import/api-client.ts';
import type { ExportFolder } from './export-folder.ts';
import { uuid } from '../../shared/kernel/core/schema.ts';
import { assertName } from './assert-name.ts';
import { download } from './download.ts';
import { startSteps } from './steps.ts';

/** Bytes of a file's own name that its name in the folder has: systems take 255 of both. */
const NAME_MAX_BYTES = 180;

/** The name of an attachment's file in the folder: its id, and of its own name what every system can store. */
export const storedName = ({ id, name }: Pick<Attachment, 'id' | 'name'>): string =>
  `${id} ${storableName(name)}`;

/** A name that every system can store a file under. */
export const storableName = (name: string): string =>
  withinBytes(name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_'));

/** The beginning of a text that has few enough bytes, in whole characters. */
const withinBytes = (text: string): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, NAME_MAX_BYTES), { stream: true });

/** Downloads the files of the export's attachments that are not there yet. */
export async function downloadAttachments(
  client: ApiClient,
  folder: ExportFolder,
  path: string,
  stopping: AbortSignal,
): Promise<void> {
  let total = 0;
  for await (const line of folder.lines('attachments')) if (line['state'] === 'ready') total++;
  if (total === 0) return;
  const steps = startSteps('attachments', total);
  for await (const line of folder.lines('attachments')) {
    const attachment = line as unknown as Attachment;
    if (attachment.state !== 'ready') continue;
    stopping.throwIfAborted();
    assertName(attachment.id, uuid());
    if (!folder.hasFile(storedName(attachment), attachment.size)) {
      const at = `${path}/stories/${attachment.storyId}/attachments/${attachment.id}/download`;
      const answer = await client.send('GET', at);
      // Deleted since the export.
      if (answer.status !== 404) {
        const { url } = successOf<{ url: string }>(answer, at);
        await folder.storeFile(storedName(attachment), (path) => download(url, path));
      }
    }
    steps.to(steps.done + 1);
  }
  steps.stop();
}
