import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { IMAGE_MAX_BYTES, IMAGE_SENT_MAX_BYTES } from '../../feedback/portals/image.ts';

/** A form that uploads one file past the service, which a script sends for files that are too large to be sent with it. */
export interface Upload {
  id: string;
  url: string;
  fields: Record<string, string>;
}

/** What the script says. */
export interface UploadTexts {
  hint: string;
  uploading: string;
  tooLarge: string;
  failed: string;
}

/** The attribute of a form with a file for which there is an upload. */
export function uploadAttribute(
  upload: Upload | undefined,
  { uploading: _, ...texts }: UploadTexts,
): Fragment {
  if (!upload) return undefined;
  const { url, fields } = upload;
  const limits = { max: IMAGE_MAX_BYTES, sentMax: IMAGE_SENT_MAX_BYTES };
  return html` data-upload="${JSON.stringify({ url, fields, ...limits, ...texts })}"`;
}

/** The progress of the upload, and the field that names it once the file has arrived. */
export const uploadProgress = (upload: Upload | undefined, { uploading }: UploadTexts): Html | false =>
  upload !== undefined &&
  html`<input type="hidden" name="uploadId" value="${upload.id}" disabled />
    <progress max="1" value="0" aria-label="${uploading}" hidden></progress>`;
